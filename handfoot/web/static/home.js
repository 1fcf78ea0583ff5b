// The list of games: what other phones start, finish or delete is shown.
import { renew } from "/static/renewing.js";
import { watchAt } from "/static/watch.js";

watchAt("/api/games/events", () => renew("games"));
