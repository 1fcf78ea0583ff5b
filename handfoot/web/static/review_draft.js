// The draft on this page: fetched, changed by edits, told to whoever listens. An edit that did not reach the server is
// kept in the browser and sent again, under the same name, so that it counts once.
import { ApiError, deedName, get, post } from "./api.js";
import { say } from "/texts.js";

const RETRY_MS = 3000;

export class DraftKeeper extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
    this.state = null;
    this.waiting = JSON.parse(localStorage.getItem(this.shelf) ?? "null");
    addEventListener("online", () => this.sendWaiting());
  }

  get shelf() {
    return `unsent ${this.address}`;
  }

  async load() {
    const fresh = await get(this.address);
    // An answer that was on its way while an edit was made is older than what is shown.
    const isNews = this.state === null || fresh.sequence >= this.state.sequence;
    if (isNews && JSON.stringify(fresh) !== JSON.stringify(this.state)) this.show(fresh);
    if (this.waiting) await this.sendWaiting();
  }

  show(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }

  card(id) {
    return this.state.cards.find((card) => card.id === id);
  }

  pile(id) {
    return this.state.piles.find((pile) => pile.id === id);
  }

  edit(edit, told = "") {
    return this.step("edits", { edit }, told);
  }

  undo() {
    return this.step("undo", {}, say("review.conflict_undo"));
  }

  redo() {
    return this.step("redo", {}, say("review.conflict_undo"));
  }

  // told: the change in plain words, for the case that somebody else was faster.
  async step(way, body, told) {
    if (this.waiting) {
      this.fail(new ApiError(0, { code: "offline", say: say("review.unsaved"), where: "" }));
      return false;
    }
    this.waiting = { way, body: { ...body, on: this.state.sequence, deed: deedName() }, told };
    localStorage.setItem(this.shelf, JSON.stringify(this.waiting));
    return this.sendWaiting({ asked: true });
  }

  // asked: whether the person just made this change, and so can be sent for the PIN; the change waits meanwhile.
  async sendWaiting({ asked = false } = {}) {
    if (!this.waiting || this.sending) return false;
    const { way, body, told } = this.waiting;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      const state = await post(`${this.address}/${way}`, body);
      this.forget();
      this.show(state);
      return true;
    } catch (error) {
      if (error.status === 0 || error.status >= 500) {
        this.later();
        return false;
      }
      if (error.code === "pin_needed" && asked) {
        this.dispatchEvent(new Event("pin"));
        return false;
      }
      const fresh = error.code === "draft_changed" ? await get(this.address).catch(() => null) : undefined;
      if (fresh === null) {
        this.later();
        return false;
      }
      this.forget();
      if (fresh === undefined) this.fail(error);
      else {
        const before = this.state?.sequence === body.on ? this.state.told : null;
        this.show(fresh);
        this.dispatchEvent(new CustomEvent("conflict", { detail: { way, body, told, before } }));
      }
      return false;
    } finally {
      this.sending = false;
    }
  }

  later() {
    this.dispatchEvent(new Event("unsaved"));
    this.timer = setTimeout(() => this.sendWaiting(), RETRY_MS);
  }

  forget() {
    this.waiting = null;
    localStorage.removeItem(this.shelf);
    this.dispatchEvent(new Event("saved"));
  }

  fail(error) {
    this.dispatchEvent(new CustomEvent("failed", { detail: error }));
  }
}
