import type { Call, Calls } from "./calls.ts";
import { mergePage } from "./page-merge.ts";
import { retryPause, sleep } from "./retry.ts";
import type { Edit, Listing, Store } from "./store.ts";
import type { Watchers } from "./watch.ts";
import { Watch } from "./watch.ts";

/** A list of which a part is here. */
export interface Listed<Item> {
  items: Item[];
  /** Brings more of it, which the watcher then shows; undefined at the list's end. What goes wrong is thrown here, and the watcher goes on. */
  loadMore: (() => Promise<void>) | undefined;
}

/** A list of the server that comes in pages, and is cached as a collection. */
export interface PagedList<Item> {
  collection: string;
  key(item: Item): string;
  /** The list's own order, descending. */
  position(item: Item): number;
  path: string;
  query?: Record<string, string>;
  /** By the live stream: what is here of it is at least as new as any page that was asked for before. */
  isKeptInStep?: boolean;
  /** Where its pages come otherwise than those of most lists. */
  fetch?(size: number, after: string | undefined): Promise<Page<Item>>;
}

/** What is shown besides: read first, since what is delivered in between is to be there twice, and not gone for a moment. */
export interface Pending<Item, Shown> {
  collections: string[];
  read(): Promise<Shown[]>;
  merge(pending: Shown[], items: Item[]): Shown[];
}

export interface Page<Item> {
  items: Item[];
  nextCursor?: string;
}

export const pageSize = 50;

/** Loads lists into the cache, and shows as much of them as was asked for. */
export class Lists {
  readonly #calls: Calls;
  readonly #store: Store;
  readonly #watchers: Watchers;
  readonly #user: () => string | undefined;

  constructor(calls: Calls, store: Store, watchers: Watchers, user: () => string | undefined) {
    [this.#calls, this.#store, this.#watchers, this.#user] = [calls, store, watchers, user];
  }

  watch<Item, Shown = Item>(list: PagedList<Item>, pending?: Pending<Item, Shown>): Watch<Listed<Shown>> {
    let window = pageSize;
    let hasShownOthers = false;
    const more = async (found: Listing) => {
      if (!found.hasMoreHere && found.cursor !== undefined) await this.#fetchBehind(list, found.cursor);
      window = Math.max(window, found.values.length) + pageSize;
      this.#watchers.tell({ type: "changed" }, list.collection);
    };
    const read = async (): Promise<Listed<Shown> | undefined> => {
      const others = pending ? await pending.read() : [];
      const found = await this.#store.read((edit) => edit.listing(list.collection, window));
      if (!found) {
        // What waits is shown where nothing of the list was ever loaded, too; what was taken back meanwhile is not shown on.
        hasShownOthers ||= others.length > 0;
        return pending && hasShownOthers ? { items: pending.merge(others, []), loadMore: undefined } : undefined;
      }
      const items = found.values as Item[];
      return {
        items: pending ? pending.merge(others, items) : (items as unknown as Shown[]),
        loadMore: found.hasMoreHere || found.cursor !== undefined ? () => more(found) : undefined,
      };
    };
    const source = { name: list.collection, collections: [list.collection, ...(pending?.collections ?? [])], read, fetch: () => this.refresh(list) };
    return new Watch(source, this.#watchers);
  }

  /** One thing that is loaded whole. */
  one<Value>(collection: string, call: Call): Watch<Value> {
    const read = async () => (await this.#store.read((edit) => edit.value("it", collection))) as Value | undefined;
    const fetch = async () => {
      const owner = this.#user();
      const value = await this.#calls.send<Value>(call);
      await this.#store.edit(async (edit) => {
        await edit.know(collection, undefined);
        await edit.put(value, "it", 0, collection);
      }, owner);
    };
    return new Watch({ name: collection, collections: [collection], read, fetch }, this.#watchers);
  }

  /** The first page anew, and again while the list changes meanwhile, since that may be newer. The third time the page is kept all the same, so that there is
   * something, and asked for on, less and less often: nobody would tell again of what it has covered. */
  async refresh<Item>(list: PagedList<Item>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const before = await this.#store.read((edit) => state(list.collection, edit));
      const owner = this.#user();
      const page = await this.#fetch(list);
      const isLatest = await this.#store.edit(async (edit) => {
        const isLatest = (await state(list.collection, edit)) === before;
        if (isLatest || attempt === 3) await keepFirst(page, list, edit);
        return isLatest;
      }, owner);
      if (isLatest) return;
      if (attempt >= 3) await pause(attempt);
    }
  }

  #fetch<Item>(list: PagedList<Item>, after?: string): Promise<Page<Item>> {
    if (list.fetch) return list.fetch(pageSize, after);
    const call: Call = { method: "GET", path: list.path, query: { ...list.query, limit: String(pageSize), after } };
    return this.#calls.send<Page<Item>>(call);
  }

  /** Asked for anew while something is told of what lies there: what was fetched may be from before that, and no list has it yet. */
  async #fetchBehind<Item>(list: PagedList<Item>, cursor: string): Promise<void> {
    const { collection } = list;
    for (let attempt = 1; ; attempt += 1) {
      const before = await this.#store.read((edit) => edit.collection(collection));
      // The list was begun anew meanwhile, and goes on elsewhere.
      if (before?.cursor !== cursor) return;
      const owner = this.#user();
      const page = await this.#fetch(list, cursor);
      const isDone = await this.#store.edit(async (edit) => {
        const head = await edit.collection(collection);
        if (head?.cursor !== cursor) return true;
        if (head.behind !== before.behind) return false;
        await edit.goOn(collection, page.nextCursor);
        // What is here already has come up meanwhile, say.
        for (const item of page.items) if (!list.isKeptInStep || (await edit.value(list.key(item), collection)) === undefined) await put(item, list, edit);
        return true;
      }, owner);
      if (isDone) return;
      if (attempt >= 3) await pause(attempt);
    }
  }
}

const pause = (attempt: number) => sleep(retryPause(attempt - 2, Math.random(), 0, 500, 10_000));

/** Another one once the list has changed. Of one that was never loaded nothing is kept that the feed tells: a page that is on its way may be from before that. */
async function state(name: string, edit: Edit): Promise<number | string> {
  return (await edit.collection(name))?.count ?? JSON.stringify((await edit.mark("feed")) ?? null);
}

async function keepFirst<Item>(page: Page<Item>, list: PagedList<Item>, edit: Edit): Promise<void> {
  const head = await edit.collection(list.collection);
  const fetched = page.items.map((item) => ({ key: list.key(item), position: list.position(item) }));
  const merge = mergePage(fetched, page.nextCursor, await edit.places(list.collection), head?.cursor, head?.isStale);
  await edit.know(list.collection, merge.cursor);
  for (const key of merge.removed) await edit.remove(key, list.collection);
  for (const item of page.items) await put(item, list, edit);
}

/** Where the list is known, and reaches so far: what stands behind all that is here comes with its part of the list. Returns whether it did. */
export async function putKnown<Item>(item: Item, list: PagedList<Item>, edit: Edit): Promise<boolean> {
  const isWithin = await edit.reaches(list.position(item), list.collection);
  await (isWithin ? put(item, list, edit) : edit.passOver(list.collection));
  return isWithin;
}

export function put<Item>(item: Item, list: PagedList<Item>, edit: Edit): Promise<void> {
  return edit.put(item, list.key(item), list.position(item), list.collection);
}
