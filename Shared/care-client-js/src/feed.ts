import type { Calls } from "./calls.ts";
import { CareError } from "./errors.ts";
import { healthPrefix } from "./health.ts";
import { putKnown } from "./lists.ts";
import type { FeedPlace } from "./live-machine.ts";
import { conversationList, hear, messagePrefix, putConversation } from "./messaging.ts";
import { notificationList } from "./notifications.ts";
import { appointmentPrefix } from "./scheduling.ts";
import type { Store } from "./store.ts";
import type { Conversation, FeedEntry } from "./types.ts";
import type { Watchers } from "./watch.ts";

/** Collections that the feed tells all changes of, by how their names begin. */
export const kept = [conversationList.collection, messagePrefix, notificationList.collection];

/** Keeps what is cached in step with the feed. */
export class FeedKeeper {
  readonly #store: Store;
  readonly #watchers: Watchers;
  readonly #calls: Calls;
  /** Conversations that are read anew just now. Of those that are outdated the stream has told more since they were asked for: once more. */
  readonly #reloading = new Map<string, "underWay" | "outdated">();

  constructor(store: Store, watchers: Watchers, calls: Calls) {
    [this.#store, this.#watchers, this.#calls] = [store, watchers, calls];
  }

  place(): Promise<FeedPlace | undefined> {
    return this.#store.read((edit) => edit.mark<FeedPlace>("feed"));
  }

  /** The entries with the place after them, in one. */
  async keep(entries: FeedEntry[], place: FeedPlace, reader: string): Promise<void> {
    const unclear = await this.#store.edit(async (edit) => {
      // Another tab may have been here first.
      const before = await edit.mark<FeedPlace>("feed");
      const last = before?.epoch === place.epoch ? before.sequence : undefined;
      // What lies between is still to come: it is asked for from there.
      if (last !== undefined && (entries[0]?.sequence ?? 0) > last + 1) throw new CareError("unreadable", { reason: "the feed" });
      const unclear = new Set<string>();
      for (const entry of entries) {
        if (last !== undefined && entry.sequence <= last) continue;
        if (entry.notification) await putKnown(entry.notification, notificationList, edit);
        const id = entry.conversationId;
        if (id !== undefined && entry.kind !== "notification" && !(await hear(entry, id, edit, reader))) unclear.add(id);
      }
      if (last === undefined || last < place.sequence) await edit.setMark("feed", place);
      return unclear;
    }, reader);
    for (const id of unclear) void this.#reload(id, reader);
    // What the feed tells of without saying how it is now.
    const details = entries.flatMap(({ notification }) => notification?.details ?? []);
    if (details.some(({ appointmentId }) => appointmentId)) this.#watchers.tell({ type: "outdated" }, appointmentPrefix);
    if (details.some(({ alertId, reminderId }) => alertId ?? reminderId)) this.#watchers.tell({ type: "outdated" }, healthPrefix);
  }

  /** Too much was missed: nothing is dropped that may be looked at offline, but all of it is loaded anew when it is looked at next. */
  async startAnew(place: FeedPlace, reader: string): Promise<void> {
    await this.#store.edit(async (edit) => {
      await edit.markStale(kept);
      await edit.setMark("feed", place);
    }, reader);
    this.#watchers.tell({ type: "outdated" });
  }

  /** Beside the stream, which goes on meanwhile; one at a time of a conversation. */
  async #reload(id: string, reader: string): Promise<void> {
    if (this.#reloading.has(id)) return void this.#reloading.set(id, "outdated");
    do {
      this.#reloading.set(id, "underWay");
      await this.#read(id, reader);
    } while (this.#reloading.get(id) === "outdated");
    this.#reloading.delete(id);
  }

  /** Anew while the stream tells more of it meanwhile, since that may be newer than what was read: three times, then whoever looks at it asks. */
  async #read(id: string, reader: string): Promise<void> {
    const { collection } = conversationList;
    try {
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const before = await this.#store.read((edit) => edit.value(id, collection));
        const read = await this.#calls.attempt<Conversation>({ method: "GET", path: `/conversations/${id}` });
        const isKept = await this.#store.edit(async (edit) => {
          if (JSON.stringify(await edit.value(id, collection)) !== JSON.stringify(before)) return false;
          if (await edit.collection(collection)) await putConversation(read, edit);
          return true;
        }, reader);
        if (isKept) return;
      }
    } catch {
      // As where it was never the same twice.
    }
    this.#watchers.tell({ type: "outdated" }, collection);
  }
}
