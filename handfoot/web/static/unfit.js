// What is wrong with a file that the server would refuse, said before all of it went over the network; "" where it fits.
import { say } from "/texts.js";

export function unfit({ name, size, type }, mostMb) {
  if (type.startsWith("video/")) return say("photos.video", { name });
  if (size <= 1e6 * mostMb) return "";
  return say("photos.too_large", { name, size: (Math.ceil(size / 1e5) / 10).toFixed(1), most: Number(mostMb) });
}
