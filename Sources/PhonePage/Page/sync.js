// Keeps the phone and the host alike: one WebSocket, and an outbox that is kept until the host acknowledges it.
// No message is needed twice, and any may be lost: each return begins with what both sides have.

import { fold, roleOn } from "./fold.js";
import { changeEvent, commitEvents, nextPosition, redoEvents, undoEvents, vector } from "./log.js";

/** Hosts take messages of 64 kB; letters may be several bytes. */
const LONGEST = 40_000;
/** How long an answer may take before the connection counts as lost, in ms. */
const PATIENCE = 5000;
/** After how long without a word the host is asked whether it is still there, in ms. */
const QUIET = 20_000;

/** A random UUID, also where the browser does not call the page secure. */
export function uuid() {
  const random = (below) => crypto.getRandomValues(new Uint8Array(1))[0] % below;
  return "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx"
    .replace(/[xy]/g, (kind) => (kind === "x" ? random(16) : 8 + random(4)).toString(16));
}

/** How long to wait before a try, in ms: from 0.5 s to 30 s, and not all phones at once. */
export const backoff = (tries, random = Math.random()) =>
  Math.max(500, Math.min(30_000, 1000 * 2 ** tries) * (0.5 + random / 2));

/**
 * @typedef {{isOnline: boolean, unsent: number, refused: import("./store.js").Refusal[], ahead: object[], isSignedOut: boolean, role: string|null, player: string|null,
 *   device: string|null, clockOffset: number}} Status `unsent` are the events that the host did not acknowledge;
 *   `ahead` are those of others in the round that this phone has and the host lost;
 *   signed out is a phone that the host does not know; `clockOffset` is what the host's clock is ahead, in ms.
 */

/**
 * Connects with the host that served the page.
 * @param {object} options
 * @param {import("./store.js").Store} options.store
 * @param {(card: object, told: {hole: number|null, after: number}|null) => void} options.onCard The followed round
 *   after each change, and the hole that the host's people play, as `currentHole` takes it.
 * @param {(status: Status) => void} options.onStatus
 * @param {(list: object) => void} options.onRounds What `GET /api/rounds` answers.
 * @param {(message: object) => void} options.onTalk `heard`, `draft` and `talkFailed`.
 * @param {(notice: {code: string, text: string}) => void} options.onNotice
 */
export function connect({ store, onCard, onStatus, onRounds, onTalk, onNotice, patience = PATIENCE, quiet = QUIET }) {
  const status = { isOnline: false, unsent: 0, refused: [], ahead: [], isSignedOut: false, clockOffset: 0, ...store.known };
  let [socket, timer, watchdog, waiting, tries, followed] = [null, 0, 0, 0, 0, null];
  /** What was sent on this connection, by identifier, and is not acknowledged yet. */
  let sent = new Set();
  /** Another tab may have changed the device: what is not allowed is "asked" once more before it is "sure". */
  let doubt = null;
  let [work, outbox] = [Promise.resolve(), Promise.resolve()];
  let [writes, restarts] = [0, 0];
  /** Whether the list of rounds is in sight, and what this phone has of others that the host lacks. */
  let [isListing, ahead] = [false, []];

  const say = (changes) => { Object.assign(status, changes); onStatus({ ...status }); };
  const count = async () => {
    const before = writes;
    const [unsent, refused] = [await store.unsentCount(), await store.refused()];
    if (writes === before) say({ unsent, refused });
    else await count();
  };

  async function show(round) {
    if (!round || round !== followed) return;
    const [record, events] = await Promise.all([store.round(round), store.events(round)]);
    // What the host has just promised comes at once: a card without it would show another hole for a moment.
    if (record?.promised > events.length) return;
    if (record && round === followed) onCard(fold(record.info, round, events), record.told ?? null);
  }

  // MARK: The connection

  function open() {
    clearTimeout(timer);
    if (socket) return;
    const mine = new WebSocket(`${location.origin.replace(/^http/, "ws")}/live`, ["hyzer.1"]);
    socket = mine;
    [sent, doubt] = [new Set(), null];
    let wasOpen = false;
    mine.onopen = () => { wasOpen = true; hello(); tellListing(); };
    mine.onmessage = ({ data }) => {
      clearTimeout(watchdog);
      listen();
      // One after the other, as they came.
      work = work.then(() => (socket === mine ? receive(JSON.parse(data)) : null)).catch(fail);
    };
    mine.onclose = () => { if (socket === mine) lose(wasOpen); };
  }

  function lose(wasOpen) {
    clearTimeout(watchdog);
    clearTimeout(waiting);
    const lost = socket;
    socket = null;
    lost?.close();
    say({ isOnline: false });
    // What was on its way when it was last counted may have come or not.
    count().catch(fail);
    timer = setTimeout(open, backoff(tries));
    tries += 1;
    // A browser does not say why a host refused a connection.
    if (!wasOpen) rounds().catch(fail);
  }

  const fail = ({ message }) => onNotice({ code: "failed", text: message });

  function send(message) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(message instanceof ArrayBuffer ? message : JSON.stringify(message));
    return true;
  }

  function expect() {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => lose(true), patience);
  }

  /** Asks, where nothing comes for long, whether the host is still there. */
  function listen() {
    clearTimeout(waiting);
    waiting = setTimeout(() => { hello(); listen(); }, quiet);
  }

  const hello = () => greet().catch(fail);
  async function greet() {
    const round = followed ?? (await store.unsent())[0]?.round;
    if (!round) say({ isOnline: socket?.readyState === WebSocket.OPEN });
    else if (send({ kind: "hello", round, vector: vector(await store.events(round)) })) expect();
  }

  /** Asks which rounds there are, and whether the host knows this phone; returns whether it answered. */
  async function rounds() {
    const before = restarts;
    const response = await fetch("/api/rounds", { signal: AbortSignal.timeout(5000) }).catch(() => null);
    // A phone that has joined again since was asked about as another.
    const isSignedOut = response?.status === 401 && before === restarts;
    if (isSignedOut) clearTimeout(timer);
    if (isSignedOut || status.isSignedOut && response?.ok) say({ isSignedOut });
    if (response?.ok) onRounds(await response.json());
    return isSignedOut || Boolean(response?.ok);
  }

  /** Has the host tell of changes of the list while it is in sight, and asks for those of before. */
  function tellListing() {
    if (send({ kind: "list", isShown: isListing }) && isListing) rounds().catch(fail);
  }

  /** Returns at once, or asks whether the connection still lives. */
  function wake() {
    if (document.hidden) return;
    if (socket) hello();
    else open();
  }
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  store.onChange((round) => {
    // Nothing is shown as if it were sent.
    count().then(() => show(round)).catch(fail);
    // The other tab sends it, unless it was closed.
    setTimeout(flush, 1000);
  });

  // MARK: Messages

  async function receive(message) {
    const { kind, round } = message;
    switch (kind) {
      case "welcome": {
        const mine = socket;
        const clockOffset = Date.parse(message.time) - Date.now() || 0;
        ahead = await store.welcome(message, clockOffset);
        // What the host lost is not shown as if it were sent.
        await count();
        // Who was lost meanwhile is not shown as if online.
        if (socket !== mine) return;
        tries = 0;
        sent = new Set();
        doubt = doubt && message.device === status.device ? "sure" : null;
        say({
          isOnline: true, isSignedOut: false, role: message.role, player: message.player, device: message.device,
          clockOffset, ahead });
        await show(round);
        await flush();
        break;
      }
      case "hole": await store.tell(round, message); await show(round); break;
      case "events": case "round":
        await store.receive(round, message.info, message.events ?? []);
        ahead = ahead.filter(({ id }) => !message.events?.some((event) => event.id === id));
        say({ ahead });
        await show(round);
        break;
      case "ack":
        await store.acknowledge(round, message.vector, sent);
        await closeGap(round, message.vector);
        break;
      case "refused": await refused(round, message.events); break;
      case "rounds": await rounds(); break;
      case "heard": case "draft": case "talkFailed": onTalk(message); break;
      case "notice": onNotice(message); break;
      // Later hosts may say more.
      default: return;
    }
    await count();
  }

  /** Sends what the host has not acknowledged and was not sent on this connection. */
  const flush = () => (outbox = outbox.then(sendUnsent).catch(fail));
  async function sendUnsent() {
    const unsent = (await store.unsent()).filter((event) => !sent.has(event.id));
    if (!status.isOnline) return count();
    while (unsent.length > 0) {
      const [{ round }] = unsent;
      const events = [];
      while (unsent[0]?.round === round && JSON.stringify(events).length < LONGEST) events.push(unsent.shift());
      if (!send({ kind: "events", round, events })) break;
      for (const { id } of events) sent.add(id);
      expect();
    }
    return count();
  }

  async function refused(round, events) {
    const withCause = (...causes) => events.filter((event) => causes.includes(event.cause));
    const ids = (list) => list.map((event) => event.id);
    const bad = withCause("otherRound", "badEvent", ...(doubt === "sure" ? ["notAllowed"] : []));
    const isUnsure = doubt === null && withCause("notAllowed").length > 0;
    doubt = isUnsure ? "asked" : doubt === "sure" ? null : doubt;
    const mustMove = await store.refuse(round, bad, ids(withCause("numberTaken")));
    // Those of a revoked device stay, in case that it is let in again, but are not sent again on this connection.
    const revoked = withCause("deviceRevoked");
    for (const event of events) if (!revoked.includes(event)) sent.delete(event.id);
    for (const { cause, reason } of [...bad, ...revoked]) onNotice({ code: cause, text: reason });
    await show(round);
    if (mustMove) await renew(round);
    else if (isUnsure) await hello();
  }

  /** Goes on as a new device, whose numbers nobody took and which lack none. */
  async function renew(round) {
    const response = await fetch("/api/device", { method: "POST" });
    if (!response.ok) return;
    await store.reidentify(round, (await response.json()).device);
    await hello();
  }

  /** What comes after a number that is missing, the host passes over: it is sent under other numbers. */
  async function closeGap(round, vector) {
    const first = (await store.unsent(round)).find(({ device }) => device === status.device);
    if (sent.has(first?.id) && first.number > (vector[first.device] ?? 0) + 1) await renew(round);
  }

  // MARK: What people do

  /** Keeps what a person did, shows it, and only then sends it: what else sends waits meanwhile. */
  function write(round, make) {
    const made = outbox.then(() => keep(round, make));
    outbox = made.catch(() => {});
    return made;
  }

  async function keep(round, make) {
    let made;
    try {
      made = await store.add(round, ({ info }, events, { player, device, role }) => {
        if (role === "watcher") return { refusal: { code: "notAllowed", text: "You only watch this round." } };
        const at = new Date(Date.now() + status.clockOffset).toISOString();
        // The card has events of one identifier once, of which this phone may have written two.
        const card = fold(info, round, events);
        const stamp = {
          reportedBy: player ?? "", device, deviceName: "phone", at, role: roleOn(card, { role, player, device }) };
        return make(card, stamp, nextPosition({ events }, device));
      });
    } catch (error) {
      return { refusal: { code: "notKept", text: `This browser could not keep it (${error.message}). Try again.` } };
    }
    if (made.events?.length > 0) {
      writes += 1;
      say({ unsent: status.unsent + made.events.length });
      await show(round);
      flush();
    }
    return made;
  }

  count().catch(fail);
  open();
  return {
    /** Follows a round: shows at once what the phone has of it. */
    async follow(round) {
      followed = round;
      await show(round);
      if (!socket) open();
      else await hello();
    },
    /** @param {{hole: number, scores: object[], seen: object|null}} request As {@link commitEvents} has it. */
    commit: (round, request) => write(round, (card, stamp, position) =>
      commitEvents(card, { commit: uuid(), ...request, ...stamp }, position)),
    undo: (round) => write(round, (card, stamp, position) =>
      undoEvents(card, { commit: uuid(), input: "typed", ...stamp }, position)),
    redo: (round) => write(round, (card, stamp, position) => redoEvents(card, { commit: uuid(), ...stamp }, position)),
    change: (round, kind, options = {}) => write(round, (card, stamp, position) =>
      changeEvent(card, { id: uuid(), kind, ...options, ...stamp }, position)),
    async settle(refusal, isAgain) {
      await store.settle(refusal, isAgain);
      await show(refusal.event.round);
      await flush();
    },
    /** Connects anew, as whom the host has just admitted. */
    restart() {
      tries = 0;
      restarts += 1;
      say({ isSignedOut: false });
      lose(true);
      open();
    },
    rounds,
    /** Says whether the list of rounds is in sight. */
    list(isShown) {
      if (isShown === isListing) return;
      isListing = isShown;
      tellListing();
    },
    /** Sends a message or audio now; returns whether there is a connection. */
    send,
  };
}
