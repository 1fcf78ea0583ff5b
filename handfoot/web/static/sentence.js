// What the server says begins like a sentence, but for a file's name at its start: that stays as the file is called.
const FILE_FIRST = /^[^:]*\.\w+: /;

// Points below zero have the minus sign that all points have on a page.
const BELOW_ZERO = /(^|[\s(])-(?=\d)/g;

export const sentence = (text) =>
  (FILE_FIRST.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)).replace(BELOW_ZERO, "$1−");
