// Keeps rounds and their events on the phone in IndexedDB: what is not sent yet outlives the page. All tabs of
// the page share it, and each change is one transaction.

/**
 * @typedef {import("./fold.js").Event} Event
 * @typedef {{device: string, player: string|null, role: string, former: string[], clockOffset: number}} Identity As
 *   what this phone writes; `former` are the devices that it was before, under the same name.
 * @typedef {{key: string, event: Event, reason: string}} Refusal An event that the host does not take.
 * @typedef {{id: string, info: object, floor: number|null, role: string, promised: number,
 *   told: {hole: number|null, after: number}}} Round `floor` is up to which number the host held this device's events
 *   when it was last asked; null where it never was. `promised` is how many events it had at the first welcome.
 */

import { nextPosition, vector as vectorOf } from "./log.js";

/** What identifies the records of each table. */
const TABLES = { meta: ["key"], rounds: ["id"], events: ["round", "id"] };
const keyOf = (name, record) => TABLES[name].map((part) => record[part]);

const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

class Disk {
  isLasting = true;
  #open = null;

  async #database() {
    this.#open ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("hyzer", 2);
      request.onupgradeneeded = () => {
        for (const [name, keyPath] of Object.entries(TABLES)) {
          const table = request.result.createObjectStore(name, { keyPath });
          if (name === "events") table.createIndex("unsent", "unsent");
        }
      };
      request.onblocked = () => reject(new Error("close the other tabs of this page"));
      answer(request).then(resolve, reject);
    });
    const database = await this.#open;
    // Browsers close it where memory is short.
    database.onclose = () => { this.#open = null; };
    database.onversionchange = () => { database.close(); this.#open = null; };
    return database;
  }

  /** Does work in one transaction and returns its result once that is on disk. */
  async run(work) {
    const database = await this.#database();
    const transaction = database.transaction(Object.keys(TABLES), "readwrite", { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("nothing was kept"));
    });
    const table = (name) => transaction.objectStore(name);
    try {
      const result = await work({
        get: (name, key) => answer(table(name).get([key])),
        all: (name) => answer(table(name).getAll()),
        events: (round) => answer(table("events").getAll(IDBKeyRange.bound([round], [round, []]))),
        unsent: () => answer(table("events").index("unsent").getAll()),
        put: (name, value) => answer(table(name).put(value)),
        delete: (name, record) => answer(table(name).delete(keyOf(name, record))),
      });
      await done;
      return result;
    } catch (error) {
      done.catch(() => {});
      try { transaction.abort(); } catch { /* It has ended already. */ }
      throw error;
    }
  }
}

/** Tables that are gone with the page, where the browser keeps nothing. */
class Memory {
  isLasting = false;
  #tables = Object.fromEntries(Object.keys(TABLES).map((name) => [name, new Map()]));
  #last = Promise.resolve();

  run(work) {
    const all = (name) => [...this.#tables[name].values()];
    const tables = {
      all,
      get: (name, key) => this.#tables[name].get(key),
      events: (round) => all("events").filter((record) => record.round === round),
      unsent: () => all("events").filter((record) => record.unsent),
      put: (name, record) => this.#tables[name].set(keyOf(name, record).join(), record),
      delete: (name, record) => this.#tables[name].delete(keyOf(name, record).join()),
    };
    const result = this.#last.then(() => work(tables));
    this.#last = result.catch(() => {});
    return result;
  }
}

/** Keeps an event; what the host did not acknowledge is in the index `unsent`. */
const keep = (tables, event, isUnsent) => {
  const { round, id, device, number } = event;
  return tables.put("events", { round, id, device, number, event, ...(isUnsent && { unsent: round }) });
};
const byNumber = (one, other) => one.number - other.number;

/** Gives events another device, by which they are to be sent. */
async function move(tables, records, device) {
  records.sort(byNumber);
  for (const record of records) await tables.delete("events", record);
  for (const { round, event } of records) {
    const { number } = nextPosition({ events: await tables.events(round) }, device);
    await keep(tables, { ...event, device, number }, true);
  }
}

/** Goes on as another device: what is not sent becomes its own. */
async function become(tables, { device, player, ...rest }) {
  const earlier = (await tables.get("meta", "identity")) ?? { device, player };
  const former = new Set(earlier.player === player ? earlier.former : []);
  if (earlier.device !== device) {
    await move(tables, (await tables.unsent()).filter((record) => record.device === earlier.device), device);
    if (earlier.player === player) former.add(earlier.device);
  }
  await tables.put("meta", { ...earlier, ...rest, key: "identity", device, player, former: [...former] });
  return former;
}

/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

/** Opens what the phone keeps; `isLasting` is false where the browser keeps nothing. */
export async function openStore() {
  let [tables, known] = [new Disk(), undefined];
  try {
    known = await tables.run((tables) => tables.get("meta", "identity"));
  } catch {
    tables = new Memory();
  }
  const channel = new BroadcastChannel("hyzer");
  /** Runs work that changes a round, and tells other tabs. */
  const change = async (round, work) => {
    const result = await tables.run(work);
    if (tables.isLasting) channel.postMessage({ round });
    return result;
  };
  const eventsOf = (records) => records.map((record) => record.event);
  return {
    isLasting: tables.isLasting,
    /** @type {Identity|undefined} As what this phone wrote when the page was last open. */
    known,
    onChange(callback) { channel.onmessage = ({ data }) => callback(data.round); },
    round: (id) => tables.run((tables) => tables.get("rounds", id)),
    events: (round) => tables.run(async (tables) => eventsOf(await tables.events(round))),
    /** @returns {Promise<Event[]>} What the host has not acknowledged, of a round or of all. */
    unsent: (round) => tables.run(async (tables) => eventsOf(
      (await tables.unsent()).filter((record) => round === undefined || record.round === round).sort(byNumber))),
    unsentCount: () => tables.run(async (tables) => (await tables.unsent()).length),

    /**
     * Makes events and keeps them as not sent, at the next free numbers of this device.
     * @param {(round: Round, events: Event[], identity: Identity) => import("./log.js").Made} make
     */
    add: (id, make) => change(id, async (tables) => {
      const [identity, round, records] = [
        await tables.get("meta", "identity"), await tables.get("rounds", id), await tables.events(id)];
      const floor = round?.floor ?? Infinity;
      const own = records.filter(({ device, number }) => device === identity?.device && number <= floor);
      // Where the storage was lost the host knows which numbers are taken.
      if (own.length < floor) {
        const text = "This phone has no scores of the round yet. Go where it reaches the host, and try again.";
        return { refusal: { code: "notYet", text } };
      }
      const made = make(round, eventsOf(records), identity);
      for (const event of made.events ?? []) await keep(tables, event, true);
      return made;
    }),

    /** Takes in what the host says of a round; `info` may be missing. */
    receive: (id, info, events) => change(id, async (tables) => {
      const round = await tables.get("rounds", id);
      if (info) await tables.put("rounds", { floor: null, ...round, id, info });
      const unsent = await tables.unsent();
      for (const event of events) {
        // What is not sent yet moves to other numbers first.
        const isTaken = unsent.some(({ round, device, number, event: { id: other } }) =>
          round === id && device === event.device && number === event.number && other !== event.id);
        if (!isTaken) await keep(tables, event);
      }
    }),

    /**
     * Takes in the host's welcome: as what this phone writes, and what the host holds of it.
     * @returns {Promise<Event[]>} What this phone has of others and the host lost: only who made it sends it again.
     */
    welcome: ({ round: id, info, vector, role, player, device, hole, after }, clockOffset = 0) => change(id, async (tables) => {
      const former = await become(tables, { device, player, role, clockOffset });
      const floor = vector[device] ?? 0;
      const isFirst = (await tables.events(id)).length === 0;
      const promised = isFirst ? Object.values(vector).reduce((sum, count) => sum + count, 0) : 0;
      await tables.put("rounds", { id, info, floor, role, promised, told: { hole, after } });
      // A host that was restored may have lost what it had.
      const lost = (await tables.events(id)).filter((record) => record.number > (vector[record.device] ?? 0));
      for (const { device: own, event } of lost) if (own === device) await keep(tables, event, true);
      await move(tables, lost.filter((record) => former.has(record.device)), device);
      // What comes after a gap the host may have.
      const held = vectorOf(eventsOf(await tables.events(id)));
      return eventsOf(lost.filter(({ device: own, number }) =>
        own !== device && !former.has(own) && number <= (held[own] ?? 0)));
    }),

    /** Notes which hole the host's people play. */
    tell: (id, { hole, after }) => change(id, async (tables) => {
      const round = await tables.get("rounds", id);
      if (round) await tables.put("rounds", { ...round, told: { hole, after } });
    }),

    /** Notes that the host has some of the events that it was sent. */
    acknowledge: (id, vector, ids) => change(id, async (tables) => {
      for (const { round, device, number, event } of await tables.unsent()) {
        if (round === id && number <= (vector[device] ?? 0) && ids.has(event.id)) {
          await keep(tables, event);
        }
      }
    }),

    /** Goes on as a new device, whose numbers nobody took. */
    reidentify: (id, device) => change(id, async (tables) => {
      await become(tables, { ...await tables.get("meta", "identity"), device });
      for (const round of await tables.all("rounds")) {
        if (round.floor !== null) await tables.put("rounds", { ...round, floor: 0 });
      }
    }),

    /**
     * Puts events aside that the host refused for good, and notes that it has others of their numbers in place of
     * those that were `taken`; returns whether the rest needs other numbers.
     */
    refuse: (id, bad, taken) => change(id, async (tables) => {
      const records = await tables.events(id);
      const reasons = new Map(bad.map(({ id, reason }) => [id, reason]));
      const dropped = records.filter((record) => record.unsent && reasons.has(record.event.id));
      for (const record of dropped) {
        await tables.delete("events", record);
        const { event } = record;
        await tables.put("meta", { key: `refused ${event.id}`, event, reason: reasons.get(event.id) });
      }
      for (const { event } of records) if (taken.includes(event.id)) await keep(tables, event, true);
      const first = Math.min(...dropped.map((record) => record.number));
      return taken.length > 0
        || records.some((record) => record.unsent && record.number > first && !dropped.includes(record));
    }),

    refused: () => tables.run(async (tables) => (await tables.all("meta")).filter(({ event }) => event)),

    settle: ({ key, event }, isAgain) => change(event.round, async (tables) => {
      // Another tab may have done so.
      if (!await tables.get("meta", key)) return;
      await tables.delete("meta", { key });
      if (!isAgain) return;
      const { device } = await tables.get("meta", "identity");
      const position = nextPosition({ events: eventsOf(await tables.events(event.round)) }, device);
      await keep(tables, { ...event, ...position }, true);
    }),

    forget: () => change(null, async (tables) => {
      for (const name in TABLES) for (const record of await tables.all(name)) await tables.delete(name, record);
    }),
  };
}
