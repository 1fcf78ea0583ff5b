// Results said aloud, where somebody asks for it.
export const canSpeak = "speechSynthesis" in window;

// A number as a voice says it: a minus sign is often passed over.
export const aloud = (number) => String(number).replace("-", "minus ");

export function speak(sentence) {
  const words = new SpeechSynthesisUtterance(sentence);
  words.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
