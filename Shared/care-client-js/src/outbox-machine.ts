import type { CareError } from "./errors.ts";

export interface OutboxEntry {
  /** On the disk, rising. */
  position: number;
  lane: string;
  /** It was refused, and waits for the person. */
  hasFailed: boolean;
}

export type OutboxEvent =
  /** What the disk holds: at the start, and whenever any tab has changed it. */
  | { type: "loaded"; entries: OutboxEntry[] }
  /** Somebody is logged in and this tab is the one that sends, or not. */
  | { type: "opened" }
  | { type: "closed" }
  | { type: "delivered"; position: number }
  | { type: "failed"; position: number; error: CareError }
  /** It had left by another network. */
  | { type: "givenUp"; position: number }
  | { type: "waited"; lane: string }
  | { type: "networkBack" };

export type OutboxEffect = { type: "deliver"; position: number } | { type: "pause"; lane: string; failures: number; atLeast: number | undefined };

/** What becomes of something that was not taken. */
export type Fate =
  /** Nothing fails by a session that has ended: all goes on with the next login. */
  | "kept"
  | "triedAgain"
  /** It stays with its reason until the person decides. */
  | "refused"
  /** A mark, such as seen: nobody is shown that it was refused. */
  | "dropped";

/** Nobody but the server refuses: what the disk did not let go, what has no token just now, or what somebody else answered, goes later. So does what a fresh
 * token was not taken for, which says nothing of it: after pauses, or with the next login. */
export function fate(error: CareError, lane: string): Fate {
  if (["loggedOut", "expired", "unsupportedVersion", "closed"].includes(error.kind)) return "kept";
  if (error.kind !== "refused" || error.isWorthRetrying || error.status === 401) return "triedAgain";
  return lane.startsWith("seen/") || lane.startsWith("read/") ? "dropped" : "refused";
}

/** Lanes that are sent from at the same time. */
const mostAtOnce = 4;

/** What is sent when, as a function of what happens: in each lane one at a time, in the order in which it was given. The Swift client's OutboxMachine, but
 * that the disk, which all tabs share, says what there is and what was refused: an event comes after it is written there. */
export class OutboxMachine {
  entries: OutboxEntry[] = [];
  readonly #sending = new Set<number>();
  readonly #paused = new Set<string>();
  /** How often the head of the lane has failed. */
  readonly #failures = new Map<string, number>();
  #isOpen = false;

  handle(event: OutboxEvent): OutboxEffect[] {
    return [...this.#change(event), ...this.#next()];
  }

  #change(event: OutboxEvent): OutboxEffect[] {
    switch (event.type) {
      case "loaded":
        this.entries = event.entries;
        return [];
      case "opened":
        this.#isOpen = true;
        this.#paused.clear();
        return [];
      case "closed":
        this.#isOpen = false;
        return [];
      case "delivered":
        this.#sending.delete(event.position);
        this.#remove(event.position);
        return [];
      case "failed": return this.#failed(event.position, event.error);
      case "givenUp":
        this.#sending.delete(event.position);
        return [];
      case "waited":
        this.#paused.delete(event.lane);
        return [];
      case "networkBack":
        this.#paused.clear();
        this.#failures.clear();
        return [];
    }
  }

  #remove(position: number): void {
    const entry = this.entries.find((entry) => entry.position === position);
    if (entry) this.#failures.delete(entry.lane);
    this.entries = this.entries.filter((other) => other !== entry);
  }

  #failed(position: number, error: CareError): OutboxEffect[] {
    this.#sending.delete(position);
    const entry = this.entries.find((entry) => entry.position === position);
    if (!entry) return [];
    const lane = entry.lane;
    switch (fate(error, lane)) {
      case "kept":
        this.#isOpen = false;
        return [];
      case "dropped":
        this.#remove(position);
        return [];
      case "refused":
        entry.hasFailed = true;
        this.#failures.delete(lane);
        return [];
      case "triedAgain": {
        const failures = (this.#failures.get(lane) ?? 0) + 1;
        this.#failures.set(lane, failures);
        this.#paused.add(lane);
        return [{ type: "pause", lane, failures, atLeast: error.retryAfter }];
      }
    }
  }

  /** The heads of the lanes that may go. */
  #next(): OutboxEffect[] {
    if (!this.#isOpen) return [];
    const busy = new Set(this.entries.filter((entry) => this.#sending.has(entry.position)).map((entry) => entry.lane));
    const effects: OutboxEffect[] = [];
    for (const entry of this.entries) {
      if (busy.size >= mostAtOnce) break;
      if (entry.hasFailed || this.#paused.has(entry.lane) || busy.has(entry.lane)) continue;
      this.#sending.add(entry.position);
      busy.add(entry.lane);
      effects.push({ type: "deliver", position: entry.position });
    }
    return effects;
  }
}
