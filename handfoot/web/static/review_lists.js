// Beside the photo: the score, the switches, doubts, piles and lines.
import { el } from "./dom.js";
import { faceChip, faceName } from "./faces.js";
import { points } from "./points.js";
import { beingRead, fill, placeName, sentenceOf, stepper, toSee, unreadable } from "./review_dom.js";
import { Questions } from "./review_questions.js";
import { sentence } from "./sentence.js";
import { say } from "/texts.js";

const FIRST_DOUBTS = 4;

// Of a doubt about more cards than these none is shown.
const MOST_SHOWN = 3;

// So many can be counted up to; no side makes as many in a round.
const MOST_IMPROPER = 20;

// What is said of a doubt about a whole photo that is none.
const SEEN_TO = {
  no_cards: "review.doubt_none", too_dark: "review.doubt_all", mirrored: "review.doubt_no_mirror",
  looks_left: "review.doubt_on_table", looks_played: "review.doubt_left",
};

const part = (id) => document.getElementById(id);
const told = (one) => sentence(say(one.key, one.values));

export class Lists {
  // draft: the keeper; sheet: what opens over the page; show(ids): lights cards in the photo and brings them into view.
  constructor(draft, sheet, show, showPhoto) {
    Object.assign(this, { draft, sheet, show, showPhoto, line: null });
    this.questions = new Questions(draft, sheet, show);
  }

  render() {
    this.questions.render();
    this.score();
    this.facts();
    this.doubts();
    this.piles();
    this.lines();
    this.history();
  }

  score() {
    const { score, can_undo, can_redo, undoes } = this.draft.state;
    const exact = score.low === score.high;
    const values = { low: points(score.low), best: points(score.best), high: points(score.high) };
    const now = say(exact ? "review.exact" : "review.interval", values);
    // Screen readers say the score when it changes, and only then.
    if (part("interval").firstChild?.textContent !== now) {
      part("interval").replaceChildren(now, el("span", { class: "unit" }, ` ${say("review.unit")}`));
    }
    const count = toSee(score);
    const { photos, cards } = this.draft.state;
    const settled = !photos.length && !cards.length && !score.best ? "review.nothing_yet" : count === 0 ? "review.settled" : count === 1 ? "review.to_see_one" : "review.to_see";
    const [waiting, unread] = [beingRead(this.draft.state), unreadable(this.draft.state)];
    part("interval-note").className = waiting ? "small state busy" : unread ? "small state bad" : "small soft";
    part("interval-note").textContent = waiting ? say("review.reading", { count: waiting })
      : unread ? say("review.unread", { count: unread })
      : exact && !this.isAsked() ? say(settled, { count }) : say("review.best", values);
    const had = document.activeElement;
    const { edits, undone } = this.draft.given();
    part("undo").disabled = !can_undo && !edits.length;
    part("undo-what").hidden = !undoes;
    part("undo-what").textContent = undoes ? say("review.undo_what", { what: say(undoes.key, undoes.values) }) : "";
    part("redo").disabled = !undone.length && (!can_redo || edits.length > 0);
    // Who takes back the last change by the keyboard can make it again, and the other way round.
    if (had === part("undo") && had.disabled) part("redo").focus();
    if (had === part("redo") && had.disabled) part("undo").focus();
    part("speak").disabled = false;
  }

  // Whether a question is open: what a photo shows is one of the page alone.
  isAsked() {
    return this.draft.state.score.questions.length > 0 || Boolean(this.questions.asked);
  }

  facts() {
    const { rules, others_out } = this.draft.state;
    const given = this.draft.given().edits.map(({ body }) => body.edit).filter((edit) => edit.kind === "set_fact");
    const facts = { ...this.draft.state.facts, ...Object.fromEntries(given.map(({ fact, value }) => [fact, value])) };
    const set = (fact, value) => this.draft.edit({ kind: "set_fact", fact, value }, say(`review.${fact}`));
    // What is said by one of two values; said once more, nothing is said.
    const either = (fact, what, ...values) => {
      const choice = (value, text) => el("button", { type: "button", class: "large", "data-key": `${fact}-${value}`, "aria-pressed": String(facts[fact] === value),
        onclick: () => set(fact, facts[fact] === value ? null : value) }, text);
      return el("div", { class: "fact", role: "group", "aria-label": what },
        el("span", { class: "stepper-what" }, what, facts[fact] === null ? el("small", { class: "soft" }, ` (${say("review.unsaid")})`) : null),
        el("span", { class: "row" }, choice(values[0], say("review.yes")), choice(values[1], say("review.no"))));
    };
    const number = (fact, most) => {
      const note = fact === "perfect_deals" && facts[fact] === null ? say("review.unsaid") : "";
      return stepper(say(`review.${fact}`), fact, facts[fact] ?? 0, { most, note, change: (value) => set(fact, value) });
    };
    fill(part("facts"),
      el("h2", { id: "facts-title" }, say("review.facts")),
      either("went_out", say("review.went_out"), true, false),
      others_out.length ? el("p", { class: "small soft" }, say("review.others_out", { names: others_out.join(", ") })) : null,
      rules.perfect_deals === 1 ? either("perfect_deals", say("review.perfect_deal"), 1, 0) : null,
      rules.perfect_deals > 1 ? number("perfect_deals", rules.perfect_deals) : null,
      rules.improper_melds ? number("improper_melds", MOST_IMPROPER) : null);
  }

  doubts() {
    const { doubts, score, refused } = this.draft.state;
    const open = doubts.filter((one) => score.doubts.includes(one.id) && one.id !== this.questions.asked && !this.questions.isSeenTo(one));
    const settled = doubts.filter((one) => one.settled);
    const isShown = (cards) => cards.some((id) => this.draft.card(id).photo);
    const look = (cards, key) => isShown(cards) ? el("button", { type: "button", "data-key": key, onclick: () => this.look(cards) }, say("review.show")) : null;
    // What is wrong with a book whose cards were said, or with a pile that no photo shows, is put right where it is said.
    const wrong = ({ cards, piles }, key) => {
      const pile = piles.length === 1 && this.draft.pile(piles[0]);
      if (!pile || (pile.count === null && isShown(cards))) return look(cards, key);
      return el("button", { type: "button", "data-key": key, onclick: () => this.sheet.pile(pile.id) }, say("review.show"));
    };
    // What is said of "this photo" is of one of several.
    const whole = (one) => this.draft.state.photos.length > 1 ? el("button", { type: "button", "data-key": `look-${one.id}`, onclick: () => this.showPhoto(one.photo) }, say("review.show")) : null;
    // To say that a doubted card is right is to say what it is.
    const right = (one) => {
      const face = one.cards.length === 1 ? this.draft.card(one.cards[0]).face : null;
      return face && face !== "?" ? { kind: "set_face", card: one.cards[0], face } : { kind: "settle_doubt", doubt: one.id };
    };
    const settle = (one, value) => el("button", { type: "button", "data-key": `settle-${one.id}`,
      onclick: () => this.draft.edit(value ? right(one) : { kind: "settle_doubt", doubt: one.id, settled: false },
        say(value ? "edit.settle" : "edit.unsettle", { say: one.say })) }, say(!value ? "review.doubt_open" : SEEN_TO[one.code] ?? "review.doubt_right"));
    const row = (one) => el("li", { class: "doubt" },
      el("span", {}, el("span", { class: "doubt-mark", "aria-hidden": "true" }, "?"), this.about(one.cards), sentenceOf(this.draft.state, one.say)),
      el("span", { class: "row" }, look(one.cards, `look-${one.id}`) ?? whole(one), settle(one, true)));
    // Below a problem it is not said that nothing is in doubt.
    const alone = score.problems.length > 0 && !open.length;
    fill(part("doubts"),
      score.problems.length ? el("h2", { id: alone ? "doubts-title" : null }, say("review.problems")) : null,
      score.problems.length ? el("ul", { class: "items" }, score.problems.map((one, place) => el("li", { class: "problem" },
        el("span", {}, sentenceOf(this.draft.state, one.say)), wrong(one, `problem-${place}`), el("small", { class: "soft" }, say("review.clause", { clause: one.clause }))))) : null,
      refused.length ? el("h2", {}, say("review.refused")) : null,
      refused.length ? el("ul", { class: "items" }, refused.map((one) => el("li", {}, sentence(one.why)))) : null,
      alone ? null : el("h2", { id: "doubts-title" }, say("review.doubts")),
      alone ? null : open.length ? el("ul", { class: "items" }, open.slice(0, FIRST_DOUBTS).map(row)) : el("p", { class: "soft" }, say(this.isAsked() ? "review.no_other_doubts" : "review.no_doubts")),
      open.length > FIRST_DOUBTS ? el("details", { "data-key": "more-doubts" }, el("summary", {}, say("review.more_doubts", { number: open.length - FIRST_DOUBTS })),
        el("ul", { class: "items" }, open.slice(FIRST_DOUBTS).map(row))) : null,
      settled.length ? el("details", { "data-key": "settled" }, el("summary", {}, say("review.doubts_settled", { number: settled.length })),
        el("ul", { class: "items" }, settled.map((one) => el("li", {}, el("span", {}, sentenceOf(this.draft.state, one.say)), settle(one, false))))) : null);
  }

  // The cards a doubt is about, by what they are read as.
  about(cards) {
    if (!cards.length || cards.length > MOST_SHOWN) return null;
    return el("span", { class: "about" }, cards.map((id) => faceChip(this.draft.card(id).face)), " ");
  }

  look(cards) {
    this.show(cards);
    if (cards.length === 1) this.sheet.card(cards[0]);
  }

  piles() {
    const { state } = this.draft;
    const doubted = new Set(state.doubts.filter((one) => !one.settled).flatMap((one) => one.cards));
    const chip = (id) => {
      const card = this.draft.card(id);
      const name = faceName(card.face) + (doubted.has(id) ? ` — ${say("review.doubts")}` : "");
      return el("button", { type: "button", class: `chip ${doubted.has(id) ? "doubted" : ""}`, "data-key": `card-${id}`, "data-card": id, "aria-label": name,
        onclick: () => { this.show([id], false); this.sheet.card(id); } }, faceChip(card.face), doubted.has(id) ? el("span", { class: "doubt-mark", "aria-hidden": "true" }, "?") : null);
    };
    const chips = (ids) => el("div", { class: "chips" }, ids.map(chip));
    const pile = (one, place) => el("li", { class: `pile-item ${one.kind}`, "data-pile": one.id },
      el("div", { class: "pile-head" },
        el("button", { type: "button", class: "quiet pile-name", "data-key": `pile-${one.id}`, onclick: () => this.show([...one.cards, ...one.again]) }, `${place + 1}. ${sentence(one.name)}`),
        el("span", { class: "number" }, say("review.points", { points: points(one.points) }))),
      el("div", { class: "pile-head" },
        el("p", { class: "small soft" }, say(`review.kind_${one.kind}`), one.count === null ? "" : ` · ${say("review.said_book", { count: one.count, w20: one.w20 ?? 0, w50: one.w50 ?? 0 })}`),
        el("button", { type: "button", "data-key": `change-${one.id}`, "aria-label": say("review.change_pile", { pile: one.name }), onclick: () => this.sheet.pile(one.id) }, say("review.change"))),
      chips(one.cards));
    const place = (name) => state[name].length ? el("li", { class: "pile-item", "data-place": name }, el("div", { class: "pile-head" }, el("strong", {}, placeName(state, name)), el("span", { class: "number" }, say("review.how_many", { count: state[name].length }))), chips(state[name])) : null;
    fill(part("piles"),
      el("h2", { id: "piles-title" }, say("review.piles")),
      el("ul", { class: "pile-list" }, state.piles.map(pile), ["red_threes", "left", "garbage", "face_down"].map(place)),
      el("button", { type: "button", "data-key": "add-card", id: "add-card", onclick: () => this.sheet.addByHand() }, say("review.add_card")),
      state.removed.length ? el("details", { "data-key": "removed" }, el("summary", {}, `${say("review.removed")} (${state.removed.length})`), chips(state.removed)) : null);
  }

  lines() {
    const { score } = this.draft.state;
    const names = (line) => line.piles.map((id) => this.draft.pile(id).name).join(", ");
    const light = (place) => () => {
      this.line = this.line === place ? null : place;
      this.show(this.line === null ? [] : score.lines[place].cards, false);
      this.lines();
    };
    fill(part("lines"),
      el("h2", { id: "lines-title" }, say("review.lines")),
      el("ul", { class: "lines" }, score.lines.map((line, place) => el("li", {},
        el("button", { type: "button", class: "line", "data-key": `line-${place}`, "aria-pressed": String(this.line === place), onclick: light(place) },
          el("span", {}, sentence(say(`reason.${line.reason}`)), names(line) ? el("span", { class: "soft" }, ` · ${names(line)}`) : null),
          el("span", { class: "number" }, points(line.points)),
          el("small", { class: `basis ${line.basis}` }, say(`review.basis_${line.basis}`))),
        this.line === place ? el("p", { class: "small clause" }, say("review.clause", { clause: line.clause })) : null)),
        el("li", { class: "line total" }, el("strong", {}, say("review.total")), el("strong", { class: "number" }, points(score.best)))));
  }

  history() {
    const { told: last } = this.draft.state;
    fill(part("history"), last.length ? el("details", { "data-key": "history" }, el("summary", {}, say("review.history")),
      el("ol", { class: "small" }, [...last].reverse().map((one) => el("li", {}, told(one))))) : null);
  }
}
