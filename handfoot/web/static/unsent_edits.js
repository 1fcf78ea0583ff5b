// Changes of drafts that did not reach the server: they wait in this browser, and count for nothing yet.
const shelf = (address) => `unsent ${address}`;

// What waits for the draft of this address: [{ way, body, told }], the first one made first.
export const unsentEdits = (address) => [JSON.parse(localStorage.getItem(shelf(address)) ?? "[]")].flat();

// edits: those that wait in this tab; gone: the deeds of those that wait no longer. What other tabs keep there stays.
export function keepUnsent(address, edits, gone = []) {
  const own = new Set([...gone, ...edits.map((one) => one.body.deed)]);
  const all = [...unsentEdits(address).filter((one) => !own.has(one.body.deed)), ...edits];
  if (all.length) localStorage.setItem(shelf(address), JSON.stringify(all));
  else localStorage.removeItem(shelf(address));
}
