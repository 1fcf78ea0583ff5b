// What opens over the page: a card, a place where one was missed, a pile, a change that came too late.
import { ApiError } from "./api.js";
import { el } from "./dom.js";
import { ALIKE } from "./review_draft.js";
import { FACES, faceChip, faceName } from "./faces.js";
import { button, pileLabel, placeName, stand, stepper } from "./review_dom.js";
import { alikeIn, peekCard, sayOfRings } from "./review_peek.js";
import { teachButtons } from "./review_teach.js";
import { sayWanted } from "./review_told.js";
import { sentence } from "./sentence.js";
import { say } from "/texts.js";

// So many faces are offered before all others; a share that would be told as 0 % is not.
const MOST_LIKELY = 4;
const LEAST_SHARE = 0.005;

// What a book holds as long as the score counts none of its cards.
const USUAL_BOOK = 7;

export class Sheet {
  constructor(dialog, draft) {
    Object.assign(this, { dialog, draft });
    // A tap beside the sheet closes it.
    dialog.addEventListener("click", (event) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      const { clientX: x, clientY: y } = event;
      if (event.target === dialog && (x < left || x > right || y < top || y > bottom)) dialog.close();
    });
    dialog.addEventListener("close", () => this.goBack());
    draft.addEventListener("saved", () => dialog.querySelector("#add-waits")?.setAttribute("hidden", ""));
  }

  // What opened the sheet may have been drawn anew meanwhile: the keyboard goes on from there all the same, and where it
  // is gone or in a closed fold, from the heading of that part of the page.
  goBack() {
    const { activeElement } = document;
    const isLost = activeElement === document.body || this.dialog.contains(activeElement);
    if (this.dialog.open || !isLost || this.opener === undefined) return;
    const opener = document.querySelector(`[data-key="${CSS.escape(this.opener)}"]`);
    opener?.focus({ preventScroll: true });
    if (document.activeElement !== opener) stand(this.part);
  }

  open(title, ...parts) {
    // What is chosen here is chosen of what the draft is now.
    this.on = this.draft.state.sequence;
    this.dialog.replaceChildren(
      el("div", { class: "sheet-head" },
        el("h2", { id: "sheet-title", tabindex: "-1" }, title),
        el("button", { type: "button", class: "quiet", onclick: () => this.dialog.close(), "aria-label": say("review.close") }, "✕")),
      ...parts.filter(Boolean),
    );
    if (!this.dialog.open) {
      this.opener = document.activeElement.dataset.key;
      this.part = document.activeElement.closest("section");
      this.dialog.showModal();
    }
    sayOfRings(this.dialog);
    this.dialog.scrollTop = 0;
    this.dialog.querySelector("#sheet-title").focus();
  }

  // Makes an edit and closes; where it is refused the sheet is there again, with what was entered and why.
  async make(edit, told) {
    const { on } = this;
    const entered = [...this.dialog.childNodes];
    this.dialog.close();
    const end = await this.draft.edit(edit, told, { on });
    if (!(end instanceof ApiError) || this.dialog.open) return;
    const why = el("p", { class: "notice bad", role: "alert" }, end.message);
    this.dialog.replaceChildren(...entered.filter((one) => !one.matches(".notice")), why);
    this.dialog.showModal();
    why.scrollIntoView({ block: "nearest" });
  }

  card(id) {
    const card = this.draft.card(id);
    if (!card) return;
    const pick = (face) => this.make({ kind: "set_face", card: id, face }, `${faceName(card.face)} → ${faceName(face)}`);
    // What was removed counts nothing, whatever it is said to be: first it has to lie somewhere.
    const isRemoved = this.draft.state.removed.includes(id);
    const bringBack = () => this.make({ kind: "new_pile", cards: [id] });
    const removal = say("edit.remove_card", { face: faceName(card.face) });
    const remove = () => this.make({ kind: "remove_card", card: id }, removal);
    const rings = alikeIn(this.draft.state, card).length > 0;
    const likely = card.alternatives.filter((one) => one.face !== card.face).slice(0, MOST_LIKELY);
    const title = card.face === null || card.face === "?" ? say("review.card_title_unread")
      : say(card.source === "person" ? "review.card_added" : "review.card_title", { face: faceName(card.face) });
    this.open(
      title,
      peekCard(this.draft.state, id),
      rings ? el("p", { class: "soft small of-rings" }, say("review.question_rings")) : null,
      el("p", { class: "soft" }, say("review.card_in", { place: this.placeOf(id) })),
      isRemoved
        ? el("button", { type: "button", class: "primary large wide", onclick: bringBack }, say("review.bring_back"))
        : null,
      !isRemoved && card.face && card.face !== "?"
        ? el("button", { type: "button", class: "primary large wide", onclick: () => pick(card.face) },
          faceChip(card.face), say("review.is_right", { face: faceName(card.face) }))
        : null,
      teachButtons(card, () => this.dialog.close()),
      likely.length ? el("h3", {}, say("review.likely")) : null,
      el("div", { class: "likely" }, likely.map((one) => this.likelyButton(one, pick))),
      el("h3", {}, say("review.all_faces")),
      this.faces(pick, card.face),
      this.moves(id),
      isRemoved ? null : button("remove", remove, say("review.remove"), { class: "danger wide" }),
    );
  }

  likelyButton(one, pick) {
    const isTold = one.share !== null && one.share >= LEAST_SHARE;
    const share = isTold && say("review.share", { percent: Math.round(100 * one.share) });
    return el("button", { type: "button", class: "large", "data-likely": one.face, onclick: () => pick(one.face) },
      faceChip(one.face), sentence(faceName(one.face)), share && el("small", { class: "soft" }, share));
  }

  faces(pick, now = null) {
    const look = (face) => ({ "data-face": face, "aria-label": faceName(face), "aria-pressed": String(face === now) });
    const one = (face) => el("button", { type: "button", onclick: () => pick(face), ...look(face) }, faceChip(face));
    return el("div", { class: "faces" }, FACES.map(one));
  }

  moves(id) {
    const { state } = this.draft;
    const { face } = this.draft.card(id);
    if (face === null || state.removed.includes(id)) return null;
    const choice = (target, onclick, name) => el("button", { type: "button", "data-to": target, onclick }, name);
    const to = (target, name) => {
      const told = say("edit.move_card", { face: faceName(face), to: name });
      return choice(target, () => this.make({ kind: "move_card", card: id, to: target }, told), sentence(name));
    };
    const alone = () => this.make({ kind: "new_pile", cards: [id] }, say("edit.new_pile", { number: 1 }));
    const piles = state.piles.filter((pile) => !pile.cards.includes(id));
    return el("details", { "data-key": "move" },
      el("summary", {}, say("review.move")),
      el("div", { class: "choices" },
        piles.map((pile) => to(pile.id, pileLabel(state, pile))),
        choice("own", alone, say("review.own_pile")),
        state.left.includes(id) ? null : to("left", placeName(state, "left")),
        face === "R3" && !state.red_threes.includes(id) ? to("red_threes", say("review.red_threes")) : null,
        state.rules.loose_cards && !state.garbage.includes(id) ? to("garbage", say("review.garbage")) : null));
  }

  placeOf(id) {
    const { state } = this.draft;
    const pile = state.piles.find((one) => one.cards.includes(id) || one.again.includes(id));
    if (pile) return pile.name;
    const place = ["red_threes", "left", "garbage", "face_down", "removed", "faint"].find((one) => state[one].includes(id));
    return placeName(state, place ?? "red_threes");
  }

  // A card that a photo shows, where it was tapped. near: where the cards beside that place lie.
  addAt(photo, x, y, near) {
    const where = el("select", { id: "add-where" }, this.places(photo, near));
    const edit = (face) => ({ ...this.addition(face, where), photo: photo.id, x, y });
    const pick = (face) => this.make(edit(face), say("edit.add_card", { face: faceName(face) }));
    this.open(say("review.add_title"),
      el("label", { for: "add-where" }, say("review.add_where")), where,
      el("h3", {}, say("review.all_faces")), this.faces(pick));
  }

  // Cards that no photo shows, one after the other.
  addByHand() {
    const where = el("select", { id: "add-where" }, this.places(null));
    const added = [];
    this.open(say("review.add_hand_title"),
      el("label", { for: "add-where" }, say("review.add_where")), where,
      el("p", { class: "soft" }, say("review.add_more")),
      el("h3", {}, say("review.all_faces")), this.faces((face) => this.addOneMore(this.addition(face, where), added)),
      el("p", { id: "added", role: "status", class: "soft" }),
      el("p", { id: "add-waits", role: "status", class: "notice", hidden: true }, say("review.unsaved_kept")),
      el("div", { class: "row" },
        el("button", { type: "button", class: "primary", onclick: () => this.dialog.close() }, say("review.add_done")),
        el("button", { type: "button", id: "take-last", "aria-disabled": "true", onclick: () => this.takeLast(added) },
          say("review.add_back"))));
  }

  // A red 3 lies with the red 3s, whatever pile is chosen for it.
  addition(face, where) {
    const to = where.value || null;
    const isPile = this.draft.state.piles.some((pile) => pile.id === to);
    return { kind: "add_card", face, to: face === "R3" && isPile ? null : to };
  }

  // Where a card that is added may lie, as the draft is now. photo: that shows it, null if none does; near: what is
  // chosen at first.
  places(photo, near) {
    const { piles, rules } = this.draft.state;
    const place = (value, name) => el("option", { value, selected: value === near }, name);
    if (photo?.shows === "left") return [place("", placeName(this.draft.state, "left"))];
    return [
      photo === null ? place(ALIKE, say("review.add_alike")) : null,
      place("", say("review.add_own")),
      ...piles.map((pile) => place(pile.id, pileLabel(this.draft.state, pile))),
      place("left", placeName(this.draft.state, "left")),
      rules.loose_cards ? place("garbage", say("review.garbage")) : null,
    ].filter(Boolean);
  }

  // Who enters cards by hand enters one after the other: the sheet stays for the next, which may lie in a pile that the
  // last one began.
  async addOneMore(edit, added) {
    const status = this.dialog.querySelector("#added");
    const end = await this.draft.edit(edit, say("edit.add_card", { face: faceName(edit.face) }));
    // One that waits for the server has no name yet.
    const card = end === true ? this.draft.state.cards.at(-1).id : undefined;
    if (!(end instanceof ApiError)) added.push({ face: edit.face, card });
    if (!status.isConnected) return;
    if (end instanceof ApiError) {
      this.dialog.close();
      return;
    }
    // The next one goes where the last one began a pile of its own.
    const began = edit.to === null ? this.draft.state.piles.find((pile) => pile.cards.includes(card)) : null;
    this.tellAdded(added, began?.id);
  }

  // Where somebody else changed something since, the card is removed, and theirs stays.
  async takeLast(added) {
    if (!added.length) return;
    const { face, card: known } = added.at(-1);
    const isIt = (one) => one.face === face && one.source === "person";
    const card = known ?? this.draft.state.cards.findLast(isIt)?.id;
    const status = this.dialog.querySelector("#added");
    const isLast = this.draft.waiting.length > 0 || this.draft.mine.has(this.draft.state.told.at(-1)?.number);
    const remove = () => this.draft.edit({ kind: "remove_card", card }, say("edit.remove_card", { face: faceName(face) }));
    const end = await (isLast ? this.draft.undo() : remove());
    const isGone = !(end instanceof ApiError);
    if (isGone) added.pop();
    if (status.isConnected) this.tellAdded(added, undefined, isGone ? face : null);
  }

  // What was added, cards of one face together, and where the next may go as the draft is now. gone: the face of the card
  // that was just taken back, if one was.
  tellAdded(added, to, gone = null) {
    const counts = new Map();
    for (const { face } of added) counts.set(face, (counts.get(face) ?? 0) + 1);
    const names = [...counts].map(([face, count]) => (count > 1 ? `${count} × ` : "") + faceName(face));
    const told = [
      gone && say("review.undone", { what: faceName(gone) }),
      names.length && sentence(say("edit.add_card", { face: names.join(", ") })),
    ];
    const lines = told.filter(Boolean).map((one) => el("span", {}, one));
    this.dialog.querySelector("#added").replaceChildren(...lines.flatMap((one, place) => (place ? [". ", one] : [one])));
    this.dialog.querySelector("#add-waits").hidden = !this.draft.unheard;
    // Not `disabled`: who takes back by the keyboard stays on the button.
    this.dialog.querySelector("#take-last").setAttribute("aria-disabled", String(!added.length));
    const where = this.dialog.querySelector("#add-where");
    where.replaceChildren(...this.places(null, to ?? where.value));
  }

  pile(id) {
    const pile = this.draft.pile(id);
    if (!pile) return;
    const kinds = ["meld", "clean", "dirty", "wild"].map((kind) => {
      const isNow = kind === pile.kind;
      const look = { class: "wide", "data-kind": kind, "aria-pressed": String(isNow), disabled: isNow };
      const onclick = () => this.make({ kind: "set_kind", pile: id, to: kind }, pile.name);
      return el("button", { type: "button", onclick, ...look }, sentence(say(`review.kind_${kind}`)));
    });
    this.open(sentence(say("review.pile_title", { pile: pile.name })),
      el("h3", {}, say("review.pile_kind")), el("div", { class: "choices" }, kinds),
      pile.kind === "meld" ? null : this.bookForm(pile),
      this.joins(pile), this.split(pile));
  }

  bookForm(pile) {
    const line = this.draft.state.score.lines.find((one) => one.reason === "cards" && one.piles[0] === pile.id);
    const counted = (face) => line?.faces.filter((one) => one === face).length ?? 0;
    const book = {
      kind: pile.kind,
      count: pile.count ?? line?.faces.length ?? USUAL_BOOK,
      w20: pile.w20 ?? counted("W20"),
      w50: pile.w50 ?? counted("W50"),
    };
    const answer = (said) => this.make({ kind: "answer", pile: pile.id, ...said }, pile.name);
    return el("div", {}, el("h3", {}, say("review.pile_book")), bookSteppers(book, "pile", answer));
  }

  joins(pile) {
    const others = this.draft.state.piles.filter((one) => one.id !== pile.id);
    if (!others.length) return null;
    const options = () => others.map((one) => el("option", { value: one.id }, pileLabel(this.draft.state, one)));
    const row = (id, same, title, label) => {
      const select = el("select", { id }, el("option", { value: "" }, say("review.choose")), options());
      const join = () => this.make({ kind: "merge_piles", pile: pile.id, other: select.value, same }, pile.name);
      const press = el("button", { type: "button", disabled: true, onclick: join }, label);
      select.addEventListener("change", () => (press.disabled = !select.value));
      return el("div", { class: "field" }, el("label", { for: id }, title), el("div", { class: "row" }, select, press));
    };
    const spread = pile.kind === "meld" && others.some((one) => one.kind === "meld");
    return el("div", {}, spread ? row("join-with", false, say("review.pile_join"), say("review.join")) : null,
      this.draft.state.photos.length > 1 ? row("same-as", true, say("review.pile_same"), say("review.same")) : null);
  }

  split(pile) {
    if (pile.cards.length < 2) return null;
    const chosen = new Set();
    const toggle = (id) => (event) => {
      if (!chosen.delete(id)) chosen.add(id);
      event.currentTarget.setAttribute("aria-pressed", String(chosen.has(id)));
      part.disabled = chosen.size === 0 || chosen.size === pile.cards.length;
    };
    const doSplit = () => this.make({ kind: "split_pile", pile: pile.id, cards: [...chosen] }, pile.name);
    const part = button("split", doSplit, say("review.pile_split_do"), { disabled: true });
    return el("details", { "data-key": "split" }, el("summary", {}, say("review.pile_split")),
      el("div", { class: "chips" }, pile.cards.map((id) => {
        const { face } = this.draft.card(id);
        const look = { class: "chip", "aria-pressed": "false", "aria-label": faceName(face) };
        return el("button", { type: "button", onclick: toggle(id), ...look }, faceChip(face));
      })), part);
  }

  // Another phone was faster: what it did, what was wanted here, and the choice to do that too.
  conflict({ body, told }) {
    const isTheirs = ({ number }) => number > body.on && !this.draft.mine.has(number);
    const theirs = this.draft.state.told.filter(isTheirs).map((one) => say(one.key, one.values)).join("; ");
    const wanted = sayWanted(this.draft, body.edit, told);
    const again = () => {
      this.dialog.close();
      this.draft.makeLate();
    };
    const counts = body.edit?.kind !== "set_face" || !this.draft.state.removed.includes(body.edit.card);
    this.open(say("review.conflict_title"),
      el("p", {}, say("review.conflict_theirs", { theirs: theirs || say("review.conflict_undo") })),
      el("p", {}, say("review.conflict_yours", { yours: wanted || say("review.change") })),
      counts ? null : el("p", { class: "notice" }, say("review.conflict_removed")),
      el("div", { class: "row" },
        el("button", { type: "button", class: "primary large", onclick: again }, say("review.conflict_do")),
        el("button", { type: "button", class: "large", onclick: () => this.dialog.close() }, say("review.conflict_leave"))));
  }
}

// How many cards and wilds lie in a squared book; answer({ count, w20, w50 }) is called with what was said.
// said: what was set already, which goes on here.
export function bookSteppers(book, key, answer, said = { count: book.count, w20: book.w20, w50: book.w50 }) {
  const one = (name, text, least) =>
    stepper(say(text), `${key}-${name}`, said[name], { least, change: (value) => (said[name] = value) });
  const total = book.kind !== "wild";
  const wilds = book.kind !== "clean";
  const send = () => {
    if (!wilds) return answer({ count: said.count, w20: 0, w50: 0 });
    return answer(total ? said : { ...said, count: said.w20 + said.w50 });
  };
  return el("div", { class: "steppers" },
    total ? one("count", "review.question_cards", 1) : null,
    wilds ? [one("w20", "review.question_w20", 0), one("w50", "review.question_w50", 0)] : null,
    button(`${key}-right`, send, say("review.question_right"), { class: "primary large wide" }));
}
