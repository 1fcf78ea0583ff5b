// One question at a time, the widest first, with what it takes to answer it by one tap.
import { Hold } from "./hold.js";
import { el } from "./dom.js";
import { faceChip, faceMark, faceName } from "./faces.js";
import { points } from "./points.js";
import { beingRead, button as keyed, fill, glideTo, photoTitle, sentenceOf, stand, toSee } from "./review_dom.js";
import { alikeIn, countedElsewhere, peekCard, peekCards, peekPhoto, peekPile, sayOfRings } from "./review_peek.js";
import { bookSteppers } from "./review_sheet.js";
import { sentence } from "./sentence.js";
import { say } from "/texts.js";

const panel = document.getElementById("questions");
const home = document.getElementById("review").dataset.home;
// What a photo may show instead, by the doubt that says so.
const MAY_SHOW = { looks_left: "left", looks_played: "played" };
const key = (question) => `${question.asks} ${question.piles} ${question.cards}`;
const button = (name, look, doing, ...inside) => keyed(`q-${name}`, doing, inside, { class: look });
const answer = (name, doing, ...inside) => button(name, "large answer", doing, ...inside);
const answers = (...buttons) => el("div", { class: "answers" }, buttons.flat());

export class Questions {
  // As of the lists.
  constructor(draft, sheet, show) {
    Object.assign(this, { draft, sheet, show, later: new Set() });
    // What is asked now, by its key or the id of the doubt: null where nothing is, undefined before it is shown first.
    this.asked = undefined;
    // A finger that taps twice answers one question.
    this.hold = new Hold(() => panel.querySelectorAll("button, a"));
    panel.addEventListener("click", (event) => draft.sending && !draft.unheard && (event.preventDefault(), event.stopPropagation()), true);
    // Not every browser gives the focus to a button that a finger pressed.
    document.addEventListener("click", ({ target }) => (this.pressed = panel.contains(target)), true);
  }

  render() {
    const before = this.asked;
    const had = this.pressed || panel.contains(document.activeElement);
    this.ask();
    sayOfRings(panel);
    if (before !== undefined && before !== this.asked) {
      this.hold.begin();
      if (had) this.goOn();
    }
    this.hold.show();
  }

  // An answer of the same name stands for something else now, and a shorter question than the last ends above the window.
  goOn() {
    stand(panel);
    const bar = document.querySelector(".bar");
    if (panel.getBoundingClientRect().top >= Math.max(0, bar.getBoundingClientRect().bottom)) return;
    panel.scrollIntoView();
  }

  ask() {
    const { questions: all, low, high } = this.draft.state.score;
    // What was answered without a network is asked no more meanwhile.
    const given = this.draft.given().edits;
    const isGiven = (one) => {
      const last = given.findLast(({ about, body: { edit } }) => about === key(one) || (edit.kind === "set_fact" && edit.fact === one.asks));
      // A fact that was said and then unsaid is open again.
      return last !== undefined && last.body.edit.value !== null;
    };
    const title = (text) => el("h2", { id: "questions-title" }, text);
    // What a photo shows goes first: with another answer the questions are others.
    const misnamed = this.draft.state.doubts.find((one) => MAY_SHOW[one.code] && !one.settled && !this.later.has(one.id) && !this.isSeenTo(one));
    if (misnamed) return this.askWhatItShows(misnamed, title);
    const questions = all.filter((one) => !isGiven(one));
    const waiting = questions.filter((one) => !this.later.has(key(one)));
    if (!waiting.length) this.later.clear();
    const question = waiting[0] ?? questions[0];
    panel.classList.toggle("open", Boolean(question));
    this.asked = question ? key(question) : null;
    if (!question && all.length) return fill(panel, title(say("review.questions")), el("p", {}, say("review.questions_given")));
    if (!question) return this.settled(title(say("review.questions")));
    const text = questions.length > 1 ? "review.questions_left" : "review.question_last";
    return fill(panel,
      title(say(text, { all: questions.length, width: points(question.width) })),
      el("p", { class: "ask" }, question.asks === "check" ? this.checkAsk(question) : sentenceOf(this.draft.state, question.ask)),
      this.answers(question),
      el("div", { class: "row" },
        question.cards.length ? button("show", "", () => this.show(question.cards), say("review.zoom_card")) : null,
        questions.length > 1 ? this.laterButton(key(question)) : null),
      low < high && !given.length && !beingRead(this.draft.state) ? el("a", { class: "button wide", href: home, "data-key": "q-leave" },
        say("review.question_leave", { low: points(low), high: points(high) })) : null);
  }

  // Whether a doubt was answered without a network.
  isSeenTo({ id }) {
    return this.draft.given().edits.some(({ about, body: { edit } }) => about === id || (edit.doubt === id && edit.settled !== false));
  }

  // What is put off may stand in the lists then.
  laterButton(what) {
    return button("later", "", () => {
      this.later.add(what);
      this.draft.dispatchEvent(new Event("change"));
    }, say("review.question_later"));
  }

  // Whether a photo shows what it was taken as.
  askWhatItShows(doubt, title) {
    const { state } = this.draft;
    const photo = state.photos.find((one) => one.id === doubt.photo);
    this.asked = doubt.id;
    panel.classList.add("open");
    const [was, shows] = [photo.shows, MAY_SHOW[doubt.code]];
    const is = (role, edit) => () => this.draft.edit(edit, say(`edit.shows_${role}`, { photo: photo.name }), { about: doubt.id });
    const other = is(shows, { kind: "set_shows", photo: photo.id, was, shows });
    const same = is(was, { kind: "settle_doubt", doubt: doubt.id, settled: true });
    return fill(panel, title(say("review.what_it_shows", { photo: photoTitle(state, photo) })),
      el("p", { class: "ask" }, sentence(doubt.say)), peekPhoto(state, photo),
      answers(answer("other-role", other, say(`photos.${shows}`)), answer("same-role", same, say(`photos.${was}`))),
      el("div", { class: "row" }, this.laterButton(doubt.id)));
  }

  // No question is left: on to the round, or first to what nobody has looked at. While a photo is read some may come.
  settled(title) {
    if (beingRead(this.draft.state)) return fill(panel, title, el("p", {}, say("review.no_questions_yet")));
    const look = toSee(this.draft.state.score) > 0;
    const toDoubts = () => {
      const doubts = document.getElementById("doubts");
      glideTo(doubts);
      stand(doubts);
    };
    return fill(panel, title, el("p", {}, say("review.no_questions")),
      el("div", { class: "row" },
        look ? button("see", "primary large", toDoubts, say("review.see")) : null,
        el("a", { class: `button large ${look ? "" : "primary"}`, href: home, "data-key": "q-done" }, say("review.done"))));
  }

  // told: as of a change of the draft.
  give(question, edit, told) {
    return this.draft.edit(edit, told, { about: key(question) });
  }

  answers(question) {
    const { state } = this.draft;
    const set = (fact, value) => () => this.give(question, { kind: "set_fact", fact, value }, say(`review.${fact}`));
    switch (question.asks) {
      case "kind":
        return this.kindAnswers(question);
      case "book":
        return this.bookAnswers(question);
      case "went_out":
        return answers(answer("yes", set("went_out", true), say("review.yes")), answer("no", set("went_out", false), say("review.no")));
      case "perfect_deals":
        if (question.most === 1) return answers(answer("1", set("perfect_deals", 1), say("review.yes")), answer("0", set("perfect_deals", 0), say("review.no")));
        return answers(Array.from({ length: question.most + 1 }, (_, number) => answer(String(number), set("perfect_deals", number), String(number))));
      case "card":
        return this.cardAnswers(question);
      case "check":
        return this.checkAnswers(question);
      case "again":
        return this.againAnswers(question);
      case "cards":
        return answers(question.cards.map((id) => answer(id, () => { this.show([id]); this.sheet.card(id); },
          faceChip(this.draft.card(id).face), say("review.question_name"))));
      default:
        if (state.others_out.length) return el("p", {}, say("review.question_others_out", { names: state.others_out.join(", ") }));
        return el("p", {}, say(question.piles.length || question.cards.length ? "review.question_look" : "review.question_elsewhere"));
    }
  }

  // Which kind a squared book is of, or that it is none.
  kindAnswers(question) {
    const { piles: [pile], kinds, ask } = question;
    const is = (to) => () => this.give(question, { kind: "set_kind", pile, to }, ask);
    const told = (kind) => say(kind === "meld" ? "review.question_spread" : `review.kind_${kind}`);
    return el("div", {}, peekPile(this.draft.state, pile),
      answers(kinds.map((kind) => answer(kind, is(kind), sentence(told(kind))))));
  }

  // What a squared book holds, or that it is none: a card by itself may look like one.
  bookAnswers(question) {
    const [pile] = question.piles;
    const said = (facts) => this.give(question, { kind: "answer", pile, ...facts }, question.ask);
    const spread = () => this.give(question, { kind: "set_kind", pile, to: "meld" }, question.ask);
    // What was set stays while it is the same question, whatever else is shown anew.
    const { count, w20, w50 } = question;
    const asked = JSON.stringify([key(question), count, w20, w50]);
    if (this.entered?.asked !== asked) this.entered = { asked, said: { count, w20, w50 } };
    return el("div", {}, peekPile(this.draft.state, pile), bookSteppers(question, "q", said, this.entered.said),
      answers(answer("spread", spread, say("review.question_spread"))));
  }

  // What was set of a book, and maybe refused, goes once something is taken back.
  forgetEntered() {
    this.entered = undefined;
  }

  // What the photo of a card is called.
  photoOf(card) {
    const photo = this.draft.state.photos.find((one) => one.id === this.draft.card(card).photo);
    return photo ? photoTitle(this.draft.state, photo) : "";
  }

  // Shorter than for a terminal: the cards themselves stand below it.
  checkAsk({ cards }) {
    return say("review.question_check", { count: cards.length, photo: this.photoOf(cards[0]) });
  }

  // Whether cards are what they were read as: all at one look, or one that is not at a time.
  checkAnswers(question) {
    const { state } = this.draft;
    const faint = (card) => state.faint.includes(card);
    const change = (card) => () => {
      this.show([card]);
      this.sheet.card(card);
    };
    // A rank is said by the card that stands there, to who sees it.
    const read = (card) => {
      const { face } = this.draft.card(card);
      const name = sentence(faint(card) ? say("review.no_card") : faceName(face));
      return el("span", { class: name === faceMark(face) ? "hidden-text" : "" }, name);
    };
    const chip = (card) => faint(card) ? null : faceChip(this.draft.card(card).face);
    const right = () => this.give(question, { kind: "confirm_cards", cards: question.cards }, say("review.question_all_right"));
    return el("div", {},
      this.peeks(question.cards, (card) => button(card, "", change(card), peekCard(state, card), el("span", { class: "read-as" }, chip(card), read(card)))),
      el("p", { class: "soft" }, say("review.question_check_how")),
      answers(answer("right", right, say("review.question_all_right"))), this.countedAlready(question.cards));
  }

  // Whether cards are those that another photo shows: then they count there, and here no more.
  againAnswers(question) {
    const { cards, like, doubt } = question;
    const { state } = this.draft;
    const lot = (ids) => ids.length ? el("div", {}, el("p", { class: "soft" }, this.photoOf(ids[0])),
      this.peeks(ids, (card) => peekCard(state, card))) : null;
    const once = () => this.give(question, { kind: "count_once", cards }, say("review.question_same"));
    const others = () => this.give(question, { kind: "settle_doubt", doubt, settled: true }, say("review.question_others"));
    return el("div", {}, lot(like), lot(cards),
      answers(answer("same", once, say("review.question_same")), answer("others", others, say("review.question_others"))));
  }

  // What counts already and may be such a card: what the thin rings beside it say, and what another photo shows.
  countedAlready(cards) {
    const { state } = this.draft;
    const rings = cards.some((card) => alikeIn(state, this.draft.card(card)).length > 0);
    const elsewhere = countedElsewhere(state, cards);
    if (!rings && !elsewhere.length) return null;
    return el("div", {}, rings ? el("p", { class: "soft of-rings" }, say("review.question_rings")) : null,
      elsewhere.length ? el("p", { class: "soft" }, say("review.question_elsewhere_counted", { photo: this.photoOf(elsewhere[0].id) })) : null,
      peekCards(state, elsewhere));
  }

  peeks(cards, peek) {
    return el("ul", { class: "to-check" }, cards.map((card) => el("li", {}, peek(card))));
  }

  // Whether a card lies face down as it was read, and counts nothing.
  faceDownAnswers(question) {
    const [card] = question.cards;
    const down = () => this.give(question, { kind: "confirm_cards", cards: [card] }, say("review.question_down"));
    return el("div", {}, peekCard(this.draft.state, card), answers(
      answer("down", down, say("review.question_down")),
      answer("other", () => this.sheet.card(card), say("review.question_name"))));
  }

  // What one card is: as it was counted, another face, no card at all, or one that nobody thought of.
  cardAnswers(question) {
    const [card] = question.cards;
    const told = (face) => sentence(faceName(face));
    const is = (face) => () => this.give(question, { kind: "set_face", card, face }, told(face));
    const none = () => this.give(question, { kind: "remove_card", card }, say("edit.remove_card", { face: faceName(this.draft.card(card).face) }));
    if (this.draft.state.face_down.includes(card)) return this.faceDownAnswers(question);
    const faint = this.draft.state.faint.includes(card);
    const faces = faint ? question.faces : [this.draft.card(card).face, ...question.faces];
    const already = this.countedAlready([card]);
    // Below what can be tapped, which a small phone is to show at once.
    return el("div", {}, peekCard(this.draft.state, card), answers(
      faces.filter(Boolean).map((face) => answer(face, is(face), faceChip(face), told(face))),
      faint || faces.includes(null) ? answer("none", none, say(already ? "review.no_own_card" : "review.no_card")) : null,
      answer("other", () => this.sheet.card(card), say("review.question_other"))), already);
  }
}
