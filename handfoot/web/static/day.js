// A day as people write it, as the pages that come from the server do.
const WRITTEN = { en: "en-GB" };

export function day(moment) {
  const { lang } = document.documentElement;
  return new Date(moment).toLocaleDateString(WRITTEN[lang] ?? lang, { dateStyle: "long" });
}
