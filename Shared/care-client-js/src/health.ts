import type { Lane } from "./lane.ts";
import type { Listed, Lists } from "./lists.ts";
import type { Call } from "./calls.ts";
import { CareError } from "./errors.ts";
import type { Delivery, Kind } from "./outbox.ts";
import { notOurs } from "./outbox.ts";
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

const heartRatesPath = "/health/heart-rates";

/** What the server says of a batch: what became of each, in order. */
interface Batch {
  items?: { index: number; outcome: string; fields?: { field: string; message: string }[] }[];
}

/** Of heart rates some may be refused while the others are kept. */
export const sendingHealth: Kind = {
  async settle({ call: sent, shown }, answer) {
    const call = sent as Call;
    if (call.path !== heartRatesPath) {
      if (call.path !== answering((answer as Alert | undefined)?.id ?? "")) throw notOurs();
      return;
    }
    const { items } = call.body as { items: unknown[] };
    const outcomes = (answer as Batch | undefined)?.items;
    if (!Array.isArray(outcomes) || outcomes.length !== items.length || outcomes.some(({ index }, place) => index !== place)) throw notOurs();
    const refused = outcomes.filter(({ outcome }) => outcome === "refused");
    if (!refused.length) return;
    const those = <Value>(all: Value[]) => refused.map(({ index }) => all[index] as Value);
    const fields = refused.flatMap(({ fields = [] }, place) =>
      fields.map(({ field, message }) => ({ field: field === "item" ? `items[${place}]` : `items[${place}].${field}`, message })));
    return {
      // Under another key: by the one that it was sent under the server says the same again.
      call: { ...call, body: { items: those(items) }, idempotencyKey: crypto.randomUUID() },
      shown: { ...(shown as Unsent), heartRates: those((shown as Unsent).heartRates ?? []) },
      error: new CareError("refused", { status: 400, reason: "validation", title: "Not all heart rates were taken", fields }),
    };
  },
};

const answering = (alertId: string) => `/health/alerts/${alertId}/answer`;

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

  /** Heart rates that were measured. Kept until they could be sent, in order; the same may be given any number of times: one is kept for an instant. What the
   * server does not take of them stays in `unsent()` with the reason: the error's `fields` name each as `items[0].bpm`, by its place among those that stay. */
  async record(heartRates: NewHeartRate[]): Promise<void> {
    // As many as the server takes at once.
    for (let start = 0; start < heartRates.length; start += 500) {
      const part = heartRates.slice(start, start + 500);
      const body = { items: part.map(({ at, bpm }) => ({ at, bpm, kind: "resting" })) };
      await this.#lane.give({ method: "POST", path: heartRatesPath, body }, { heartRates: part });
    }
  }

  /** Answers an alert; `remindInHours`, 1 to 4, is for a `no`. Kept until it could be said. */
  async answer(alertId: string, taken: "yes" | "no", remindInHours?: number): Promise<void> {
    const body = { taken, ...(remindInHours !== undefined && { remindInHours }) };
    await this.#lane.give({ method: "POST", path: answering(alertId), body }, { answer: { alertId, ...body } });
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
