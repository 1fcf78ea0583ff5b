// Changes of drafts that did not reach the server: they wait in this browser, and count for nothing yet.
const shelf = (address) => `unsent ${address}`;

// What waits for the draft of this address: [{ way, body, told }], the first one made first.
export const unsentEdits = (address) => [JSON.parse(localStorage.getItem(shelf(address)) ?? "[]")].flat();

export function keepUnsent(address, edits) {
  if (edits.length) localStorage.setItem(shelf(address), JSON.stringify(edits));
  else localStorage.removeItem(shelf(address));
}
