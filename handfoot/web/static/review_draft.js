// The draft on this page: fetched, changed by edits, told to whoever listens. Edits are sent one after the other; those
// that did not reach the server are kept in the browser and sent again, under the same names, so that each counts once.
import { deedName, get, post } from "./api.js";
import { keepUnsent, unsentEdits } from "./unsent_edits.js";
import { say } from "/texts.js";

const RETRY_MS = 3000;
// How long a change may be on its way before it is told.
const SLOW_MS = 1000;
// So often the server may answer a change with an error of its own before it can be left.
const MOST_TRIES = 5;
// Where a card added by hand goes if nothing else is said: to those of its rank.
export const ALIKE = "alike";

export class DraftKeeper extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
    this.state = null;
    // How often it was fetched, and the last time of which an answer came.
    this.asked = this.heard = 0;
    this.waiting = unsentEdits(address);
    // Whoever waits for what becomes of an edit, by its deed.
    this.ends = new Map();
    // What came of a draft by one's own edit: nobody else changed it in between.
    this.own = new Map();
    // One's own edits, by the numbers they have among the draft's steps.
    this.mine = new Set();
    // Whether the first of those that wait came too late, and nobody has said yet what becomes of it.
    this.late = false;
    // Whether the server did not answer when it was last asked to keep them.
    this.unheard = false;
    // What the server answered the first of those that wait with, if with an error of its own: { deed, times, why }.
    this.failing = null;
    addEventListener("online", () => this.sendWaiting());
  }

  async load() {
    const mine = ++this.asked;
    const fresh = await get(this.address);
    // An answer that another overtook, or that was on its way while an edit was made, is older than what is shown.
    const isNews = this.state === null || (mine > this.heard && fresh.sequence >= this.state.sequence);
    this.heard = Math.max(mine, this.heard);
    if (isNews && JSON.stringify(fresh) !== JSON.stringify(this.state)) this.show(fresh);
    await this.sendWaiting();
  }

  show(state) {
    Object.assign(this, { state, unshown: false });
    this.dispatchEvent(new Event("change"));
  }

  card(id) {
    return this.state.cards.find((card) => card.id === id);
  }

  pile(id) {
    return this.state.piles.find((pile) => pile.id === id);
  }

  // on: the draft that the change was thought of, by its sequence; about: the key of the question that it answers.
  edit(edit, told = "", { on, about } = {}) {
    return this.step("edits", { edit }, told, on, about);
  }

  undo() {
    return this.step("undo", {}, say("review.conflict_undo"));
  }

  redo() {
    return this.step("redo", {}, say("review.conflict_undo"));
  }

  // told: the change in plain words, for the case that somebody else was faster. Returns true once it is kept on the
  // server, false where it waits or somebody else was faster, and the error where it was refused.
  step(way, body, told, on = this.state.sequence, about = undefined) {
    const deed = deedName();
    this.waiting.push({ way, body: { ...body, on, deed }, told, about });
    keepUnsent(this.address, this.waiting);
    // Behind those that a server is asked for which did not answer before it waits, too, for however long.
    if (this.unheard) {
      this.dispatchEvent(new Event("unsaved"));
      this.sendWaiting({ asked: true });
      return Promise.resolve(false);
    }
    const end = new Promise((resolve) => this.ends.set(deed, resolve));
    this.sendWaiting({ asked: true });
    return end;
  }

  // asked: whether the person just made this change, and so can be sent for the PIN; the change waits meanwhile.
  async sendWaiting({ asked = false } = {}) {
    if (!this.state || !this.waiting.length || this.sending || this.late) return;
    this.sending = true;
    clearTimeout(this.timer);
    const slow = setTimeout(() => this.unheard || this.dispatchEvent(new Event("slow")), SLOW_MS);
    try {
      while (this.waiting.length && (await this.sendFirst(asked)));
    } finally {
      clearTimeout(slow);
      this.sending = false;
      this.dispatchEvent(new Event("sent"));
      // What is pressed meanwhile counts on from what is shown: it is shown anew once all is sent.
      if (this.unshown) this.show(this.state);
    }
  }

  // Returns whether the next one may be sent.
  async sendFirst(asked) {
    const { way, body, told } = this.waiting[0];
    while (this.own.has(body.on)) body.on = this.own.get(body.on);
    try {
      const state = await post(`${this.address}/${way}`, this.placed(body));
      if (state.sequence === body.on + 1) {
        this.own.set(body.on, state.sequence);
        if (way === "edits") this.mine.add(state.sequence);
      }
      this.forget(true);
      Object.assign(this, { state, unshown: true });
      return true;
    } catch (error) {
      if (error.status === 0 || error.status >= 500) {
        const times = this.failing?.deed === body.deed ? this.failing.times : 0;
        this.failing = error.status === 0 ? null : { deed: body.deed, times: times + 1, why: error.message };
        return this.later();
      }
      if (error.code === "pin_needed") {
        this.dispatchEvent(asked ? new Event("pin") : new CustomEvent("failed", { detail: error }));
        return false;
      }
      const fresh = error.code === "draft_changed" ? await get(this.address).catch(() => null) : undefined;
      if (fresh === null) return this.later();
      if (fresh === undefined) {
        this.forget(error, this.aboutFirst());
        this.dispatchEvent(new CustomEvent("failed", { detail: error }));
        return true;
      }
      this.show(fresh);
      // The others wait until this one is decided, and this one with them: nothing is lost if the page is left meanwhile.
      this.late = true;
      this.end(body.deed, false);
      this.dispatchEvent(new CustomEvent("conflict", { detail: { body, told } }));
      return false;
    }
  }

  // The change that came too late is made all the same, on the draft as it is now.
  makeLate() {
    this.late = false;
    this.waiting[0].body.on = this.state.sequence;
    keepUnsent(this.address, this.waiting);
    this.sendWaiting({ asked: true });
  }

  // The change that came too late, if there is one, is not made.
  leaveLate() {
    if (this.late) {
      this.forget(false, this.aboutFirst());
      // What was shown as given is open again.
      this.show(this.state);
    }
    this.late = false;
    this.sendWaiting();
  }

  // The change that the server fails at each time, and that the others wait behind; undefined where there is none.
  stuck() {
    return this.failing?.times >= MOST_TRIES ? this.waiting.find(({ body }) => body.deed === this.failing.deed) : undefined;
  }

  // A change that is stuck is not made, unless the server has taken it meanwhile.
  leaveStuck(deed) {
    if (this.sending) {
      this.addEventListener("sent", () => this.leaveStuck(deed), { once: true });
      return;
    }
    if (this.stuck()?.body.deed !== deed) return;
    this.failing = null;
    this.forget(false, this.aboutFirst());
    this.show(this.state);
    if (this.waiting.length) this.dispatchEvent(new Event("unsaved"));
    this.sendWaiting({ asked: true });
  }

  // Which pile a card lies in with its rank is known once all changes before it are made.
  placed(body) {
    return body.edit?.to === ALIKE ? { ...body, edit: { ...body.edit, to: this.pileLike(body.edit.face) } } : body;
  }

  // The pile in which cards of that face lie already, for a wild one of wilds alone, and that is no full book; a red 3
  // lies with the red 3s.
  pileLike(face) {
    const isWild = (one) => one === "W20" || one === "W50";
    const like = (faces) => isWild(face) ? faces.every(isWild) : faces.includes(face);
    const faces = (pile) => pile.cards.map((id) => this.card(id).face);
    const most = this.state.rules.largest_book ?? Infinity;
    const takesIt = (pile) => pile.kind === "meld" && pile.cards.length < most && like(faces(pile));
    return face === "R3" ? null : this.state.piles.find(takesIt)?.id ?? null;
  }

  // What waits for a server that does not answer: the edits, as they wait, and those that an undo behind them takes back,
  // where undefined stands for one that the server has.
  given() {
    const { made, undone } = this.unheard ? this.standing() : { made: [], undone: [] };
    return { edits: made.filter(Boolean), undone };
  }

  // Which edits stand by what waits, which are taken back, and which one each step back or forth is about.
  standing() {
    const [made, undone, about] = [[], [], new Map()];
    for (const one of this.waiting) {
      if (one.way === "edits") {
        made.push(one);
        undone.length = 0;
      } else {
        const [from, to] = one.way === "undo" ? [made, undone] : [undone, made];
        about.set(one, from.pop());
        to.push(about.get(one));
      }
    }
    return { made, undone, about };
  }

  // The first of those that wait, with the steps back and forth behind it that are about it: where it is not made they
  // would be about another.
  aboutFirst() {
    const [first] = this.waiting;
    const { about } = this.standing();
    return this.waiting.filter((one) => one === first || about.get(one) === first);
  }

  later() {
    this.unheard = true;
    this.dispatchEvent(new Event("unsaved"));
    this.timer = setTimeout(() => this.sendWaiting(), RETRY_MS);
    for (const end of this.ends.values()) end(false);
    this.ends.clear();
    return false;
  }

  forget(end, gone = this.waiting.slice(0, 1)) {
    this.waiting = this.waiting.filter((one) => !gone.includes(one));
    const deeds = gone.map(({ body }) => body.deed);
    keepUnsent(this.address, this.waiting, deeds);
    for (const deed of deeds) this.end(deed, end);
    if (this.waiting.length) return;
    this.unheard = false;
    this.dispatchEvent(new Event("saved"));
  }

  end(deed, end) {
    this.ends.get(deed)?.(end);
    this.ends.delete(deed);
  }
}
