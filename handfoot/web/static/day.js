// A day as people write it.
export const day = (moment) => new Date(moment).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
