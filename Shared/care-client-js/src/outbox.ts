import type { Call, Calls } from "./calls.ts";
import type { ErrorFields, ErrorKind } from "./errors.ts";
import { CareError, careError } from "./errors.ts";
import type { OutboxEffect, OutboxEvent } from "./outbox-machine.ts";
import { fate, OutboxMachine } from "./outbox-machine.ts";
import { retryPause } from "./retry.ts";
import type { Edit, OutboxRow, Store } from "./store.ts";

/** How far what was given to be sent has come. */
export type Delivery =
  /** It waits for the network, or for what comes before it. */
  | { type: "toBeSent" }
  | { type: "sending" }
  | { type: "sent" }
  /** The server does not take it; what comes after it goes on. It stays until it is tried again or cancelled. */
  | { type: "failed"; error: CareError };

export interface PendingRow {
  shown: unknown;
  delivery: Delivery;
}

/** By what name watchers hear of changes in a lane. */
export const outboxCollection = (lane: string) => `outbox/${lane}`;

/** What of something the server did not take while it took the others: it stays in its place, with the reason. */
export interface Rest {
  call: Call;
  shown: unknown;
  error: CareError;
}

/** What is particular to some of what is sent: by the first part of the lane's name. */
export interface Kind {
  /** Where the answer is shown from then on, in the transaction in which it leaves the outbox. Throws what `notOurs` gives where it is no answer to this. */
  settle(row: OutboxRow, answer: unknown, edit: Edit): Promise<Rest | void>;
  /** The answer that an attempt must have had of which the server does not know by the key any more; undefined where none has arrived. */
  earlier?(row: OutboxRow): Promise<unknown>;
}

/** What was answered by somebody else says nothing of what was sent. */
export const notOurs = (): CareError => new CareError("server", { status: 200 });

/** Of marks, such as seen, nothing is answered. What one has changed the stream tells; where none is open, which `isHeardOf` says, what is shown of
 * `collections` is loaded anew. `wasUnread`: whether what was marked is shown otherwise. Who marks whatever is shown gets nothing new to mark by that. */
export const marks = (collections: string, isHeardOf: () => boolean, wasUnread: (call: Call, edit: Edit) => Promise<boolean>): Kind => ({
  async settle({ call }, answer, edit) {
    if (answer !== undefined) throw notOurs();
    if (!isHeardOf() && (await wasUnread(call as Call, edit))) edit.outdate(collections);
  },
});

/** Why what has left by the network before is given up. */
const otherNetwork = new CareError("offline");

/** For so long, in milliseconds, the server surely knows what was sent under a key: an hour less than it says. */
const keysLast = 23 * 3_600_000;

/** Sends what it was given, in order and once: it is on the disk before `add` returns, and leaves it only when the server has answered. When the page is
 * killed in between it is sent again under the same key, which the server knows. Of all tabs one sends: whichever holds the lock. */
export class Outbox {
  readonly #store: Store;
  readonly #calls: Calls;
  readonly #lock: string;
  readonly #kinds: Record<string, Kind>;
  readonly #onShow: (lane: string) => void;
  readonly #machine = new OutboxMachine();
  readonly #pauses = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #deliveries = new Set<Promise<void>>();
  /** Of requests on their way that may be sent twice. */
  readonly #leaving = new Set<AbortController>();
  /** Of the lock, or of the wait for it; undefined while nobody is logged in. */
  #turn: AbortController | undefined;
  #isSender = false;
  /** Rises with each: that the session before has ended says nothing of what is sent by this one. */
  #logins = 0;
  #lanes = new Set<string>();
  #loading: Promise<void> | undefined;
  #mustLoad = false;

  constructor(store: Store, calls: Calls, lock: string, kinds: Record<string, Kind>, onShow: (lane: string) => void) {
    [this.#store, this.#calls, this.#lock, this.#kinds, this.#onShow] = [store, calls, lock, kinds, onShow];
    store.listen((news) => {
      if ("outbox" in news) void this.#load();
    });
  }

  // What is to be sent

  /** Whose what is given now is. What nobody gives would be thrown away with the next login, whoever's that is; and who is shown may not have heard yet that the
   * next one is here. */
  get giver(): string {
    const { person, shown = person } = this.#calls;
    if (person === undefined || person !== shown) throw new CareError("loggedOut");
    return person;
  }

  /** `outdates`: how the names of those collections begin that are loaded anew once it was sent. */
  async add(lane: string, id: string, call: Call, shown: unknown, outdates?: string): Promise<void> {
    await this.#store.edit((edit) => edit.addOutbox({ lane, id, call, shown, outdates, failure: undefined, isSending: false }), this.giver);
  }

  /** A mark, such as seen, in place of what waits in the lane: only the last counts, or the one that reaches further. `body`: by what is here as it is given,
   * however late it is sent, and `reach` up to where that is. */
  async mark(lane: string, path: string, given?: (edit: Edit) => Promise<{ body: object; reach: number | undefined }>): Promise<void> {
    await this.#store.edit(async (edit) => {
      const { body, reach } = (await given?.(edit)) ?? {};
      let furthest: Pick<OutboxRow, "call" | "shown"> = { call: { method: "PUT", path, body }, shown: reach };
      for (const row of await edit.outboxRows(lane)) {
        if (row.isSending) continue;
        // What was here then may not be any more.
        if (Number(row.shown ?? -Infinity) > Number(furthest.shown ?? -Infinity)) furthest = row;
        await edit.removeOutbox(row.position);
      }
      const { call, shown } = furthest;
      await edit.addOutbox({ lane, id: crypto.randomUUID(), call, shown, outdates: undefined, failure: undefined, isSending: false });
    }, this.giver);
  }

  async pending(lane: string): Promise<PendingRow[]> {
    return (await this.#store.read((edit) => edit.outboxRows(lane))).map((row) => ({ shown: row.shown, delivery: delivery(row) }));
  }

  /** Whichever tab sends: what has failed is tried once more. */
  async retry(lane: string, id: string): Promise<void> {
    await this.#store.edit(async (edit) => {
      const row = (await edit.outboxRows(lane)).find((row) => row.id === id);
      if (row?.failure) await edit.putOutbox({ ...row, failure: undefined });
    });
  }

  /** False when it is on its way, or was sent. */
  cancel(lane: string, id: string): Promise<boolean> {
    return this.#store.edit(async (edit) => {
      const row = (await edit.outboxRows(lane)).find((row) => row.id === id);
      if (!row || row.isSending) return false;
      await edit.removeOutbox(row.position);
      return true;
    });
  }

  // When it may

  /** With each login: what waits for one goes on. */
  open(): void {
    this.#logins += 1;
    if (this.#turn) {
      if (this.#isSender) this.#handle({ type: "opened" });
      return;
    }
    const turn = new AbortController();
    this.#turn = turn;
    const closed = new Promise<void>((resolve) => turn.signal.addEventListener("abort", () => resolve()));
    navigator.locks
      .request(this.#lock, { signal: turn.signal }, async () => {
        // Whoever was sending is no more.
        await this.#store.edit(async (edit) => {
          for (const row of await edit.outboxRows()) if (row.isSending) await edit.putOutbox({ ...row, isSending: false });
        });
        this.#isSender = true;
        await this.#load();
        this.#handle({ type: "opened" });
        await closed;
        this.#isSender = false;
        // What is on its way is waited for: the next one to send would send it again at the same time.
        await Promise.all(this.#deliveries);
      })
      .catch(() => {
        if (this.#turn !== turn) return;
        this.#turn = undefined;
        // The disk did not let it: another time.
        this.#pauses.set("", setTimeout(() => this.open(), 5000));
      });
  }

  close(): void {
    this.#handle({ type: "closed" });
    this.#turn?.abort();
    this.#turn = undefined;
    for (const pause of this.#pauses.values()) clearTimeout(pause);
  }

  /** What has left by another network may never be answered: it is sent again. */
  networkIsBack(isOther = false): void {
    if (isOther) for (const leaving of this.#leaving) leaving.abort(otherNetwork);
    this.#handle({ type: "networkBack" });
  }

  // Inside

  #handle(event: OutboxEvent): void {
    for (const effect of this.#machine.handle(event)) this.#perform(effect);
  }

  #perform(effect: OutboxEffect): void {
    if (effect.type === "deliver") {
      const delivering: Promise<void> = this.#deliver(effect.position).finally(() => this.#deliveries.delete(delivering));
      this.#deliveries.add(delivering);
      return;
    }
    clearTimeout(this.#pauses.get(effect.lane));
    const pause = retryPause(effect.failures, Math.random(), effect.atLeast);
    this.#pauses.set(effect.lane, setTimeout(() => this.#handle({ type: "waited", lane: effect.lane }), pause));
  }

  /** What the disk has by now, whichever tab wrote it; once for all that is written meanwhile. */
  #load(): Promise<void> {
    this.#mustLoad = true;
    return (this.#loading ??= this.#loadWhatChanged());
  }

  async #loadWhatChanged(): Promise<void> {
    while (this.#mustLoad) {
      this.#mustLoad = false;
      const rows = await this.#store.read((edit) => edit.outboxRows()).catch(() => undefined);
      if (rows) this.#heard(rows);
    }
    this.#loading = undefined;
  }

  #heard(rows: OutboxRow[]): void {
    const lanes = new Set(rows.map((row) => row.lane));
    for (const lane of new Set([...lanes, ...this.#lanes])) this.#onShow(lane);
    this.#lanes = lanes;
    const entries = rows.map(({ position, lane, failure }) => ({ position, lane, hasFailed: failure !== undefined }));
    if (this.#isSender) this.#handle({ type: "loaded", entries });
  }

  async #deliver(position: number): Promise<void> {
    // Whoever logs in while it is on its way has not given it.
    const { person } = this.#calls;
    const logins = this.#logins;
    const leaving = new AbortController();
    try {
      const row = await this.#claim(position, person);
      // Otherwise it was taken back, in any tab.
      if (row) {
        const { idempotencyKey, method } = row.call as Call;
        if (idempotencyKey || method === "PUT") this.#leaving.add(leaving);
        const kind = this.#kinds[row.lane.split("/", 1)[0] ?? ""];
        const answer = await this.#answer(row, kind, person, leaving.signal);
        const rest = await this.#store.edit(async (edit) => {
          // Logged out meanwhile: nothing of it is kept.
          if (!(await edit.outboxRow(position))) return;
          const rest = await kind?.settle(row, answer, edit);
          if (rest) await edit.putOutbox({ ...row, call: rest.call, shown: rest.shown, isSending: false, failure: rest.error.toJSON() });
          else await edit.removeOutbox(position);
          return rest;
        });
        // What it changes on the server is loaded anew, in whichever tab it is shown.
        if (row.outdates !== undefined) this.#store.tell({ outdated: row.outdates });
        if (rest) return this.#handle({ type: "failed", position, error: rest.error });
      }
      this.#handle({ type: "delivered", position });
    } catch (caught) {
      const error = careError(caught);
      await this.#keep(position, error).catch(() => {});
      const isGivenUp = error.kind === "offline" ? leaving.signal.reason === otherNetwork : error.kind === "expired" && logins !== this.#logins;
      this.#handle(isGivenUp ? { type: "givenUp", position } : { type: "failed", position, error });
    } finally {
      this.#leaving.delete(leaving);
    }
  }

  async #answer(row: OutboxRow, kind: Kind | undefined, person: string | undefined, leaving: AbortSignal): Promise<unknown> {
    // What an earlier version of the page gave says no time. Where it is given only later, by more than what a clock is put right by now and then, that was wrong,
    // and nobody can say how old it is.
    const age = Date.now() - (row.givenAt ?? 0);
    return ((age < -60_000 || age > keysLast) && (await kind?.earlier?.(row))) || this.#calls.attempt(row.call as Call, person, leaving);
  }

  async #keep(position: number, error: CareError): Promise<void> {
    await this.#store.edit(async (edit) => {
      const row = await edit.outboxRow(position);
      if (!row) return;
      const what = fate(error, row.lane);
      if (what === "dropped") await edit.removeOutbox(position);
      else await edit.putOutbox({ ...row, isSending: false, failure: what === "refused" ? error.toJSON() : undefined });
    });
  }

  #claim(position: number, person: string | undefined): Promise<OutboxRow | undefined> {
    return this.#store.edit(async (edit) => {
      const row = await edit.outboxRow(position);
      if (row) await edit.putOutbox({ ...row, isSending: true });
      return row;
    }, person);
  }
}

function delivery(row: OutboxRow): Delivery {
  if (row.failure) return { type: "failed", error: CareError.from(row.failure as { kind: ErrorKind } & ErrorFields) };
  return { type: row.isSending ? "sending" : "toBeSent" };
}
