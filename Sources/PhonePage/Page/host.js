// What the page asks its host by HTTP; rounds that it follows come by sync.js.

const away = "The host cannot be reached. Is this device in its network?";

/** What the host answers; an answer that is no success throws its sentence, with the status as the cause. */
export async function answer(path, options) {
  let response;
  try {
    response = await fetch(path, { signal: AbortSignal.timeout(10_000), ...options });
  } catch {
    throw new Error(away);
  }
  const told = await response.json().catch(() => null);
  if (!response.ok) throw new Error(told?.error ?? `The host answered with ${response.status}.`, { cause: response.status });
  // An answer that was cut off, as where the host ends meanwhile, is none.
  if (!told) throw new Error(away);
  return told;
}

export const post = (path, body = {}) =>
  answer(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** Asks for something, and keeps the answer for when the host does not answer. */
export async function get(path) {
  const told = await answer(path);
  keep(path, told);
  return told;
}

export const keep = (path, told) => localStorage.setItem(path, JSON.stringify(told));

/** What the host answered last; null where it never did. */
export const kept = (path) => JSON.parse(localStorage.getItem(path));
