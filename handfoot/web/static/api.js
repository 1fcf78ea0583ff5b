// The one way to the server: JSON in, JSON out, and its errors as sentences a person can read.
import { sentence } from "./sentence.js";
import { say } from "/texts.js";

export class ApiError extends Error {
  constructor(status, { code, say: said, where }) {
    super(sentence(said));
    Object.assign(this, { status, code, where });
  }
}

// A server that is asleep, or out of reach, says nothing at all: so long it is waited for. A photo takes its time on a
// slow line, and learning a deck on a slow machine.
const LONGEST_MS = 60_000;
const LONGEST_SLOW_MS = 600_000;

const token = () => document.querySelector('meta[name="handfoot-token"]');

// This device may have been given the PIN on another page since this one was made: then it is sent once more, as now.
export async function send(method, path, body) {
  try {
    return await sendOnce(method, path, body);
  } catch (error) {
    if (error.code !== "stale_page") throw error;
    token().content = (await sendOnce("GET", "/api/session")).token;
    return sendOnce(method, path, body);
  }
}

async function sendOnce(method, path, body) {
  const headers = { Accept: "application/json", "X-Handfoot-Token": token().content };
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers["Content-Type"] = "application/json";
  const signal = AbortSignal.timeout(isForm || path.startsWith("/api/lessons") ? LONGEST_SLOW_MS : LONGEST_MS);
  const content = body === undefined || isForm ? body : JSON.stringify(body);
  const answer = await fetch(path, { method, headers, body: content, signal }).catch(() => null);
  const data = await answer?.json().catch(() => null);
  // An answer that broke off on its way was not heard either.
  if (!answer || (answer.ok && !data)) {
    throw new ApiError(0, { code: "offline", say: say("error.offline"), where: "" });
  }
  if (!answer.ok) {
    throw new ApiError(answer.status, data?.error ?? { code: "broken", say: say("error.title"), where: "" });
  }
  return data;
}

export const get = (path) => send("GET", path);
export const post = (path, body) => send("POST", path, body);
export const remove = (path) => send("DELETE", path);

// A fresh name for one deed, so that the server counts it once however often it is sent.
export function deedName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The names of deeds by what is sent: what reads otherwise by now is another, though the first may have arrived unheard.
export class Deeds {
  constructor() {
    this.sent = new Map();
  }

  nameOf(what, body) {
    const content = JSON.stringify(body);
    if (this.sent.get(what)?.content !== content) this.sent.set(what, { content, name: deedName() });
    return this.sent.get(what).name;
  }

  forget(what) {
    this.sent.delete(what);
  }
}
