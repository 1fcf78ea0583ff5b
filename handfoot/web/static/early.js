// A form that is sent before the page's scripts are there waits for them: its button is pressed again once they are.
{
  let waiting = null;
  const hold = (event) => {
    if (!event.target.dataset.send) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting = event.submitter;
  };
  document.addEventListener("submit", hold, true);
  // Modules have run by now.
  document.addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("submit", hold, true);
    waiting?.click();
  });
}
