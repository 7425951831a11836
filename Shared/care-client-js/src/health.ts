import type { Lane } from "./lane.ts";
import type { Listed, Lists } from "./lists.ts";
import type { Delivery } from "./outbox.ts";
import type { Alert, HealthSummary } from "./types.ts";
import type { Watch } from "./watch.ts";

export const healthPrefix = "health/";

export const healthLane = `${healthPrefix}all`;

/** A resting heart rate at an instant. */
export interface NewHeartRate {
  /** When it was measured: from the year 2000 until five minutes from now. */
  at: Date;
  /** Beats per minute, 20 to 300. */
  bpm: number;
}

/** What was given and is not sent yet, or was refused. */
export interface Unsent {
  /** This browser's name for it. */
  id: string;
  heartRates?: NewHeartRate[];
  answer?: { alertId: string; taken: "yes" | "no"; remindInHours?: number };
  delivery: Delivery;
}

/** Resting heart rates, what they show, and the alerts that they raise. */
export class Health {
  readonly #lists: Lists;
  readonly #lane: Lane<Unsent>;

  constructor(lists: Lists, lane: Lane<Unsent>) {
    [this.#lists, this.#lane] = [lists, lane];
  }

  /** The last seven days: each day's average, the latest heart rate, the boundary and the warnings. */
  summary(): Watch<HealthSummary> {
    return this.#lists.one(`${healthPrefix}summary`, { method: "GET", path: "/health/summary" });
  }

  /** Latest first. */
  alerts(): Watch<Listed<Alert>> {
    return this.#lists.watch<Alert>({
      collection: `${healthPrefix}alerts`, key: (item) => item.id, position: (item) => Date.parse(item.raisedAt), path: "/health/alerts",
    });
  }

  /** Heart rates that were measured. Kept until they could be sent, in order; the same may be given any number of times: one is kept for an instant. */
  async record(heartRates: NewHeartRate[]): Promise<void> {
    // As many as the server takes at once.
    for (let start = 0; start < heartRates.length; start += 500) {
      const part = heartRates.slice(start, start + 500);
      const body = { items: part.map(({ at, bpm }) => ({ at, bpm, kind: "resting" })) };
      await this.#lane.give({ method: "POST", path: "/health/heart-rates", body }, { heartRates: part });
    }
  }

  /** Answers an alert; `remindInHours`, 1 to 4, is for a `no`. Kept until it could be said. */
  async answer(alertId: string, taken: "yes" | "no", remindInHours?: number): Promise<void> {
    const body = { taken, ...(remindInHours !== undefined && { remindInHours }) };
    await this.#lane.give({ method: "POST", path: `/health/alerts/${alertId}/answer`, body }, { answer: { alertId, ...body } });
  }

  /** Heart rates and answers that are not sent yet, or were refused, in order. */
  unsent(): Watch<Unsent[]> {
    return this.#lane.waiting();
  }

  /** Sends once more what was refused. */
  retry(unsent: Unsent): Promise<void> {
    return this.#lane.retry(unsent);
  }

  /** Takes it back. False when it is on its way, or was sent. */
  cancel(unsent: Unsent): Promise<boolean> {
    return this.#lane.cancel(unsent);
  }
}
