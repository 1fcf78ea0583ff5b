// Beside the photo: the score, the switches, doubts, piles and lines.
import { el } from "./dom.js";
import { faceChip, faceName } from "./faces.js";
import { points } from "./points.js";
import { beingRead, button, fill, placeName, sentenceOf, stepper, toSee, unreadable } from "./review_dom.js";
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
const doubtMark = () => el("span", { class: "doubt-mark", "aria-hidden": "true" }, "?");

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
    const settled = !photos.length && !cards.length && !score.best ? "review.nothing_yet"
      : count === 0 ? "review.settled" : count === 1 ? "review.to_see_one" : "review.to_see";
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
      const choice = (value, text) => {
        const isSaid = facts[fact] === value;
        const look = { class: "large", "aria-pressed": String(isSaid) };
        return button(`${fact}-${value}`, () => set(fact, isSaid ? null : value), text, look);
      };
      const unsaid = facts[fact] === null ? el("small", { class: "soft" }, ` (${say("review.unsaid")})`) : null;
      return el("div", { class: "fact", role: "group", "aria-label": what },
        el("span", { class: "stepper-what" }, what, unsaid),
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
    const { questions } = this;
    const leftOut = new Map();
    for (const { why } of refused) leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
    const isOpen = (one) => score.doubts.includes(one.id) && one.id !== questions.asked && !questions.isSeenTo(one);
    const open = doubts.filter(isOpen).map((one) => this.doubt(one));
    const settled = doubts.filter((one) => one.settled);
    // Below a problem it is not said that nothing is in doubt.
    const alone = score.problems.length > 0 && !open.length;
    const items = (rows) => el("ul", { class: "items" }, rows);
    const fold = (key, title, rows) => el("details", { "data-key": key }, el("summary", {}, title), items(rows));
    const none = say(this.isAsked() ? "review.no_other_doubts" : "review.no_doubts");
    const more = open.length - FIRST_DOUBTS;
    fill(part("doubts"),
      score.problems.length ? [
        el("h2", { id: alone ? "doubts-title" : null }, say("review.problems")),
        items(score.problems.map((one, place) => this.problem(one, `problem-${place}`))),
      ] : null,
      refused.length ? [
        el("h2", {}, say("review.refused")),
        items([...leftOut].map(([why, count]) => el("li", {}, say("review.refused_for", { count, why })))),
      ] : null,
      alone ? null : [
        el("h2", { id: "doubts-title" }, say("review.doubts")),
        open.length ? items(open.slice(0, FIRST_DOUBTS)) : el("p", { class: "soft" }, none),
      ],
      more > 0 ? fold("more-doubts", say("review.more_doubts", { number: more }), open.slice(FIRST_DOUBTS)) : null,
      settled.length ? fold("settled", say("review.doubts_settled", { number: settled.length }),
        settled.map((one) => el("li", {}, this.said(one), this.reopener(one)))) : null);
  }

  said(one) {
    return el("span", {}, sentenceOf(this.draft.state, one.say));
  }

  problem(one, key) {
    const clause = el("small", { class: "soft" }, say("review.clause", { clause: one.clause }));
    return el("li", { class: "problem" }, this.said(one), this.toWrong(one, key), clause);
  }

  doubt(one) {
    return el("li", { class: "doubt" },
      el("span", {}, doubtMark(), this.about(one.cards), sentenceOf(this.draft.state, one.say)),
      el("span", { class: "row" }, this.toCards(one.cards, `look-${one.id}`) ?? this.toPhoto(one), this.settler(one)));
  }

  isShown(cards) {
    return cards.some((id) => this.draft.card(id).photo);
  }

  toCards(cards, key) {
    return this.isShown(cards) ? button(key, () => this.look(cards), say("review.show")) : null;
  }

  // What is said of "this photo" is of one of several.
  toPhoto({ id, photo }) {
    const several = this.draft.state.photos.length > 1;
    return several ? button(`look-${id}`, () => this.showPhoto(photo), say("review.show")) : null;
  }

  // What is wrong with a book whose cards were said, or with a pile that no photo shows, is put right where it is said.
  toWrong({ cards, piles }, key) {
    const pile = piles.length === 1 && this.draft.pile(piles[0]);
    if (!pile || (pile.count === null && this.isShown(cards))) return this.toCards(cards, key);
    return button(key, () => this.sheet.pile(pile.id), say("review.show"));
  }

  // To say that a doubted card is right is to say what it is.
  settler({ id, code, cards, say: what }) {
    const face = cards.length === 1 ? this.draft.card(cards[0]).face : null;
    const isRead = face && face !== "?";
    const edit = isRead ? { kind: "set_face", card: cards[0], face } : { kind: "settle_doubt", doubt: id };
    const settle = () => this.draft.edit(edit, say("edit.settle", { say: what }));
    return button(`settle-${id}`, settle, say(SEEN_TO[code] ?? "review.doubt_right"));
  }

  reopener({ id, say: what }) {
    const edit = { kind: "settle_doubt", doubt: id, settled: false };
    const open = () => this.draft.edit(edit, say("edit.unsettle", { say: what }));
    return button(`settle-${id}`, open, say("review.doubt_open"));
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
    const place = (name) => state[name].length ? el("li", { class: "pile-item", "data-place": name },
      el("div", { class: "pile-head" },
        el("strong", {}, placeName(state, name)),
        el("span", { class: "number" }, say("review.how_many", { count: state[name].length }))),
      this.chips(state[name])) : null;
    fill(part("piles"),
      el("h2", { id: "piles-title" }, say("review.piles")),
      el("ul", { class: "pile-list" },
        state.piles.map((pile, index) => this.pile(pile, index + 1)),
        ["red_threes", "left", "garbage", "face_down"].map(place)),
      button("add-card", () => this.sheet.addByHand(), say("review.add_card"), { id: "add-card" }),
      state.removed.length ? el("details", { "data-key": "removed" },
        el("summary", {}, `${say("review.removed")} (${state.removed.length})`), this.chips(state.removed)) : null);
  }

  pile(pile, number) {
    const { count, w20, w50 } = pile;
    const said = count === null ? "" : ` · ${say("review.said_book", { count, w20: w20 ?? 0, w50: w50 ?? 0 })}`;
    return el("li", { class: `pile-item ${pile.kind}`, "data-pile": pile.id },
      el("div", { class: "pile-head" },
        button(`pile-${pile.id}`, () => this.show([...pile.cards, ...pile.again]),
          `${number}. ${sentence(pile.name)}`, { class: "quiet pile-name" }),
        el("span", { class: "number" }, say("review.points", { points: points(pile.points) }))),
      el("div", { class: "pile-head" },
        el("p", { class: "small soft" }, say(`review.kind_${pile.kind}`), said),
        button(`change-${pile.id}`, () => this.sheet.pile(pile.id), say("review.change"),
          { "aria-label": say("review.change_pile", { pile: pile.name }) })),
      this.chips(pile.cards));
  }

  chips(ids) {
    const doubted = new Set(this.draft.state.doubts.filter((one) => !one.settled).flatMap((one) => one.cards));
    const chip = (id) => {
      const { face } = this.draft.card(id);
      const open = () => {
        this.show([id], false);
        this.sheet.card(id);
      };
      const name = faceName(face);
      const [inside, look] = doubted.has(id)
        ? [[faceChip(face), doubtMark()], { class: "chip doubted", "aria-label": `${name} — ${say("review.doubts")}` }]
        : [faceChip(face), { class: "chip", "aria-label": name }];
      return button(`card-${id}`, open, inside, { "data-card": id, ...look });
    };
    return el("div", { class: "chips" }, ids.map(chip));
  }

  lines() {
    const { score } = this.draft.state;
    const light = (place) => () => {
      this.line = this.line === place ? null : place;
      this.show(this.line === null ? [] : score.lines[place].cards, false);
      this.lines();
    };
    const soft = (text) => el("span", { class: "soft" }, text);
    const row = (line, place) => {
      const names = line.piles.map((id) => this.draft.pile(id).name).join(", ");
      const isLit = this.line === place;
      return el("li", {},
        button(`line-${place}`, light(place), [
          el("span", {}, sentence(say(`reason.${line.reason}`)), names ? soft(` · ${names}`) : null),
          el("span", { class: "number" }, points(line.points)),
          el("small", { class: `basis ${line.basis}` }, say(`review.basis_${line.basis}`)),
        ], { class: "line", "aria-pressed": String(isLit) }),
        isLit ? el("p", { class: "small clause" }, say("review.clause", { clause: line.clause })) : null);
    };
    fill(part("lines"),
      el("h2", { id: "lines-title" }, say("review.lines")),
      el("ul", { class: "lines" }, score.lines.map(row),
        el("li", { class: "line total" },
          el("strong", {}, say("review.total")), el("strong", { class: "number" }, points(score.best)))));
  }

  history() {
    const { told: last } = this.draft.state;
    fill(part("history"), last.length ? el("details", { "data-key": "history" },
      el("summary", {}, say("review.history")),
      el("ol", { class: "small" }, [...last].reverse().map((one) => el("li", {}, told(one))))) : null);
  }
}
