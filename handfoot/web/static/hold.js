// What is new under a finger cannot be pressed for a moment: a press on it was meant for what stood there before.
const NEW_MS = 700;

const agreeing = (page) => JSON.stringify([...page.querySelectorAll(".agreeing")].map((one) =>
  [one.dataset.of, ...[...one.querySelectorAll(".agreed, button")].map(({ textContent }) => textContent)]));

export class Hold {
  // found(): the buttons and links that wait.
  constructor(found) {
    Object.assign(this, { found, on: false });
    document.addEventListener("click", (event) => this.stop(event), true);
  }

  // A key that is pressed was meant for what has the focus: it is no finger that comes twice.
  stop(event) {
    if (!this.on || event.detail === 0) return;
    const pressed = event.target.closest("button, a");
    if (![...this.found()].includes(pressed)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // From the press on until what came of it, which the server may tell before it answers, was there for a moment.
  async during(deed) {
    clearTimeout(this.ending);
    this.on = true;
    this.show();
    try {
      return await deed();
    } finally {
      this.begin();
    }
  }

  // To be called before another's deed brings buttons that stand for something else: other points, or who has agreed.
  renew(now, fresh) {
    if (agreeing(fresh) !== agreeing(now)) this.begin();
  }

  begin() {
    this.on = true;
    clearTimeout(this.ending);
    this.ending = setTimeout(() => {
      this.on = false;
      this.show();
    }, NEW_MS);
    this.show();
  }

  // To be called, too, when other buttons took the place of those that wait.
  show() {
    for (const one of this.found()) {
      if (this.on) one.setAttribute("aria-disabled", "true");
      else one.removeAttribute("aria-disabled");
    }
  }
}
