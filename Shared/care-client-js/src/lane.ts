import type { Call } from "./calls.ts";
import type { Delivery, Outbox } from "./outbox.ts";
import { outboxCollection } from "./outbox.ts";
import type { Watchers } from "./watch.ts";
import { Watch } from "./watch.ts";

/** What a lane's things have in common as they are shown. */
interface Given {
  /** This browser's name for it. */
  id: string;
  delivery: Delivery;
}

/** A lane of the outbox whose things are shown until the server has them: given, watched, tried once more, taken back. */
export class Lane<Shown extends Given> {
  readonly #outbox: Outbox;
  readonly #watchers: Watchers;
  readonly #name: string;
  readonly #outdates: string;

  /** `outdates`: how the names of those collections begin that are loaded anew once something was sent. */
  constructor(outbox: Outbox, watchers: Watchers, name: string, outdates: string) {
    [this.#outbox, this.#watchers, this.#name, this.#outdates] = [outbox, watchers, name, outdates];
  }

  /** Kept on this device, and sent as soon as can be, once. */
  async give(call: Call, what: Omit<Shown, keyof Given>): Promise<Shown> {
    const id = crypto.randomUUID();
    const given = { ...what, id };
    await this.#outbox.add(this.#name, id, { ...call, idempotencyKey: id }, given, this.#outdates);
    return { ...given, delivery: { type: "toBeSent" } } as Shown;
  }

  /** What is not sent yet, or was refused, in order. */
  waiting(): Watch<Shown[]> {
    const name = outboxCollection(this.#name);
    const read = async () => (await this.#outbox.pending(this.#name)).map(({ shown, delivery }) => ({ ...(shown as Shown), delivery }));
    return new Watch({ name, collections: [name], read, fetch: async () => {} }, this.#watchers);
  }

  retry({ id }: Shown): Promise<void> {
    return this.#outbox.retry(this.#name, id);
  }

  cancel({ id }: Shown): Promise<boolean> {
    return this.#outbox.cancel(this.#name, id);
  }
}
