import type { Listed, Lists, PagedList } from "./lists.ts";
import type { Kind, Outbox } from "./outbox.ts";
import { marks } from "./outbox.ts";
import type { Notification } from "./types.ts";
import type { Watch } from "./watch.ts";

export const notificationList: PagedList<Notification> = {
  collection: "notifications", key: (item) => item.id, position: (item) => Date.parse(item.createdAt), path: "/notifications", isKeptInStep: true,
};

/** What the person was notified of. */
export class Notifications {
  readonly #lists: Lists;
  readonly #outbox: Outbox;

  constructor(lists: Lists, outbox: Outbox) {
    [this.#lists, this.#outbox] = [lists, outbox];
  }

  /** Latest first. */
  all(): Watch<Listed<Notification>> {
    return this.#lists.watch(notificationList);
  }

  /** Kept until it could be said; the live stream tells the other devices, and this one. */
  markRead(id: string): Promise<void> {
    return this.#outbox.mark(`read/${id}`, `/notifications/${id}/read`);
  }

  /** All that are here. Kept likewise: what comes meanwhile stays unread. */
  markAllRead(): Promise<void> {
    return this.#outbox.mark("read/all", readingAll, async (edit) => {
      const newest = (await edit.listing(notificationList.collection, 1))?.values[0] as Notification | undefined;
      // Where none is here: all that the server has by then.
      return { body: { createdUntil: newest?.createdAt }, reach: newest && Date.parse(newest.createdAt) };
    });
  }
}

const readingAll = "/notifications/read";

/** One alone is looked at; of all of them whatever is here: what lies below the page that is loaded anew comes anew with its part of the list. */
export const sendingRead = (isHeardOf: () => boolean): Kind =>
  marks(notificationList.collection, isHeardOf, async ({ path }, edit) => {
    const { collection } = notificationList;
    const isAll = path === readingAll;
    const kept = isAll ? ((await edit.listing(collection, Infinity))?.values ?? []) : [await edit.value(path.split("/")[2] ?? "", collection)];
    const wasUnread = (kept as (Notification | undefined)[]).some((each) => each && each.readAt === undefined);
    if (isAll && wasUnread) await edit.markStale([collection]);
    return wasUnread;
  });
