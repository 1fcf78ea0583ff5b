// The list of games: what other phones start, finish or delete is shown.
import { renew } from "./renewing.js";
import { watchAt } from "./watch.js";

watchAt("/api/games/events", () => renew("games"));
