// What is said of a file that is larger than the server takes, before it is sent.
import { say } from "/texts.js";

export const tooLarge = ({ name, size }, most) =>
  say("photos.too_large", { name, size: (Math.ceil(size / 1e5) / 10).toFixed(1), most: Number(most) });
