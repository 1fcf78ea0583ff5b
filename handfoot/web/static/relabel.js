// Says that a photo shows something else; whether it does then. A round that was agreed with it is to be agreed again.
import { send } from "./api.js";
import { ask } from "./doing.js";
import { say } from "/texts.js";

export async function relabel(id, shows, again = false) {
  try {
    await send("PATCH", `/api/photos/${id}`, { shows, agree_again: again });
    return true;
  } catch (error) {
    if (error.code !== "photo_agreed") throw error;
    return (await ask(say("photos.agreed_shows_ask"), say("photos.agreed_shows"))) && relabel(id, shows, true);
  }
}
