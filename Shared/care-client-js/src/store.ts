import { CareError, careError } from "./errors.ts";
import type { Place } from "./page-merge.ts";

export interface Collection {
  name: string;
  /** Where the server's list goes on behind all that is here; undefined at its end. */
  cursor: string | undefined;
  /** It was kept in step by the feed until much was missed: what a fetch does not bring is dropped. */
  isStale: boolean;
  /** Rises with each change: who fetches looks before and after. */
  count: number;
  /** Rises with what is told of what lies behind all that is here. */
  behind?: number;
  /** When it was loaded last, in milliseconds since 1970: those that nobody has looked at for longest go first. */
  used: number;
}

interface Entry extends Place {
  collection: string;
  value: unknown;
}

export interface Listing {
  /** From the highest position on. */
  values: unknown[];
  /** There are more in the cache. */
  hasMoreHere: boolean;
  cursor: string | undefined;
}

/** What is to be sent, as it is kept until it is. */
export interface OutboxRow {
  position: number;
  lane: string;
  /** Who shows it knows it by this. */
  id: string;
  call: unknown;
  /** What is shown meanwhile. */
  shown: unknown;
  /** How the names of those collections begin that are loaded anew once it was sent. */
  outdates: string | undefined;
  failure: unknown;
  /** By the tab that holds the lock. */
  isSending: boolean;
  /** When the page gave it, in milliseconds since 1970. */
  givenAt?: number;
}

/** What tabs tell each other. */
export type News = { changed: string[] } | { outdated: string } | { outbox: true } | { session: true };

const stores = ["collections", "entries", "marks", "outbox"];

/** The page's own database (IndexedDB), which all tabs of its origin share. What is cached in it can be loaded again; session and outbox cannot. */
export class Store {
  /** Undefined when the browser has closed it, until it is used again. */
  #database: IDBDatabase | undefined;
  #opening: Promise<IDBDatabase> | undefined;
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Set<(news: News) => void>();
  readonly #name: string;
  /** Of the lists together. */
  readonly #mostEntries: number;
  #evicting: Promise<void> | undefined;
  #isClosed = false;

  private constructor(database: IDBDatabase, name: string, mostEntries: number) {
    [this.#name, this.#mostEntries] = [name, mostEntries];
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    this.#take(database);
  }

  static async open(name: string, mostEntries: number): Promise<Store> {
    return new Store(await openDatabase(name).catch((error) => Promise.reject(careError(error))), name, mostEntries);
  }

  #take(database: IDBDatabase): IDBDatabase {
    // A later version of the page waits for it in another tab.
    database.onversionchange = () => database.close();
    // The browser has: what it keeps for the page was cleared, or the part of it that keeps it has ended. What is there by now is another's, or as it was.
    database.onclose = () => {
      this.#database = undefined;
      this.#hear({ session: true });
    };
    if (this.#isClosed) database.close();
    return (this.#database = database);
  }

  #again(): Promise<IDBDatabase> {
    return (this.#opening ??= openDatabase(this.#name).then((database) => this.#take(database)).finally(() => (this.#opening = undefined)));
  }

  /** All of it or nothing, and on the disk before it returns; then this tab and the others hear of it. `work` waits for nothing but the edit. What came for
   * `owner` is refused when it is another person's place by now. */
  async edit<Value>(work: (edit: Edit) => Promise<Value>, owner?: string): Promise<Value> {
    const edit = await this.#transaction("readwrite", async (edit) => {
      if (owner !== undefined && (await edit.mark<string>("owner")) !== owner) throw new CareError("loggedOut");
      return { value: await work(edit), news: await edit.finish(), hasGrown: edit.hasGrown };
    });
    for (const news of edit.news) this.tell(news);
    if (edit.hasGrown) this.#evicting ??= this.#evict().catch(() => {}).finally(() => (this.#evicting = undefined));
    return edit.value;
  }

  read<Value>(work: (edit: Edit) => Promise<Value>): Promise<Value> {
    return this.#transaction("readonly", work);
  }

  tell(news: News): void {
    this.#hear(news);
    this.tellOthers(news);
  }

  tellOthers(news: News): void {
    // What was being kept as it was closed is kept all the same.
    if (!this.#isClosed) this.#channel.postMessage(news);
  }

  listen(listener: (news: News) => void): void {
    this.#listeners.add(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
    this.#channel.close();
    this.#database?.close();
  }

  /** What somebody looks at, in whichever tab, is not evicted until they let go. */
  hold(collections: string[]): () => void {
    const letGo = new AbortController();
    const isLeft = new Promise<void>((resolve) => letGo.signal.addEventListener("abort", () => resolve()));
    for (const collection of collections)
      navigator.locks.request(this.#lock(collection), { mode: "shared", signal: letGo.signal }, () => isLeft).catch(() => {});
    return () => letGo.abort();
  }

  #lock(collection: string): string {
    return `${this.#name}/watched/${collection}`;
  }

  /** The lists that nobody has looked at for longest go first, and whole: one with a hole in it could not be shown. */
  async #evict(): Promise<void> {
    const found = await this.read(async (edit) => ((await edit.countEntries()) > this.#mostEntries ? edit.collections() : []));
    if (!found.length) return;
    const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name));
    const free = found.filter(({ name }) => !held.has(this.#lock(name))).sort((one, other) => (one.used ?? 0) - (other.used ?? 0));
    await this.edit(async (edit) => {
      for (const { name, count } of free) {
        if ((await edit.countEntries()) <= this.#mostEntries) return;
        // Who has loaded it meanwhile looks at it.
        if ((await edit.collection(name))?.count === count) await edit.forget(name);
      }
    });
  }

  #hear(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }

  async #transaction<Value>(mode: IDBTransactionMode, work: (edit: Edit) => Promise<Value>): Promise<Value> {
    if (this.#isClosed) throw new CareError("closed");
    try {
      const transaction = (this.#database ?? (await this.#again())).transaction(stores, mode, { durability: mode === "readwrite" ? "strict" : "default" });
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new CareError("storage"));
      });
      // Whoever waits for `work` first hears its own error.
      done.catch(() => {});
      try {
        const value = await work(new Edit(transaction));
        await done;
        return value;
      } catch (error) {
        try {
          transaction.abort();
        } catch {
          // It has ended already.
        }
        throw error;
      }
    } catch (error) {
      throw careError(error);
    }
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    const database = opening.result;
    database.createObjectStore("collections", { keyPath: "name" });
    database.createObjectStore("entries", { keyPath: ["collection", "key"] }).createIndex("order", ["collection", "position", "key"]);
    database.createObjectStore("marks");
    database.createObjectStore("outbox", { keyPath: "position", autoIncrement: true }).createIndex("lane", "lane");
  };
  return result(opening);
}

const result = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** What can be read and changed within one transaction. */
export class Edit {
  readonly #transaction: IDBTransaction;
  readonly #changed = new Set<string>();
  readonly #news: News[] = [];
  readonly #outdated = new Set<string>();
  /** Something was put into a list. */
  hasGrown = false;

  constructor(transaction: IDBTransaction) {
    this.#transaction = transaction;
  }

  #store(name: string): IDBObjectStore {
    return this.#transaction.objectStore(name);
  }

  /** Undefined when it was never loaded. */
  collection(name: string): Promise<Collection | undefined> {
    return result(this.#store("collections").get(name));
  }

  async listing(name: string, most: number): Promise<Listing | undefined> {
    const head = await this.collection(name);
    if (!head) return undefined;
    const values: unknown[] = [];
    const cursors = this.#store("entries").index("order").openCursor(within(name), "prev");
    const hasMoreHere = await new Promise<boolean>((resolve, reject) => {
      cursors.onerror = () => reject(cursors.error);
      cursors.onsuccess = () => {
        const cursor = cursors.result;
        if (!cursor || values.length === most) return resolve(cursor !== null);
        values.push((cursor.value as Entry).value);
        cursor.continue();
      };
    });
    return { values, hasMoreHere, cursor: head.cursor };
  }

  async value(key: string, collection: string): Promise<unknown> {
    return (await result<Entry | undefined>(this.#store("entries").get([collection, key])))?.value;
  }

  places(collection: string): Promise<Place[]> {
    return result<Entry[]>(this.#store("entries").index("order").getAll(within(collection)));
  }

  /** Whether what stands at this place belongs among what is here of the list, and not behind where it goes on. */
  async reaches(position: number, collection: string): Promise<boolean> {
    const head = await this.collection(collection);
    if (!head || head.cursor === undefined) return head !== undefined;
    const lowest = await result(this.#store("entries").index("order").openKeyCursor(within(collection)));
    return lowest !== null && (lowest.key as [string, number])[1] <= position;
  }

  async holds(position: number, collection: string): Promise<boolean> {
    const range = IDBKeyRange.bound([collection, position], [collection, position, []]);
    return (await result(this.#store("entries").index("order").count(range))) > 0;
  }

  /** From then on the collection is known, and its list on the server goes on at `cursor`. */
  async know(name: string, cursor: string | undefined): Promise<void> {
    const head = (await this.collection(name)) ?? { count: 0 };
    await result(this.#store("collections").put({ ...head, name, cursor, isStale: false, used: Date.now() }));
    this.#changed.add(name);
  }

  /** One more part of a list that is known, which goes on at `cursor`. Whether the rest is old is not said by that. */
  async goOn(name: string, cursor: string | undefined): Promise<void> {
    const head = await this.collection(name);
    if (!head) return;
    await result(this.#store("collections").put({ ...head, cursor }));
    this.#changed.add(name);
  }

  /** Something was told of what lies behind all that is here of a list: a part that is loaded just now may be from before. */
  async passOver(name: string): Promise<void> {
    const head = await this.collection(name);
    if (head) await result(this.#store("collections").put({ ...head, behind: (head.behind ?? 0) + 1 }));
  }

  async put(value: unknown, key: string, position: number, collection: string): Promise<void> {
    await result(this.#store("entries").put({ collection, key, position, value }));
    this.#changed.add(collection);
    this.hasGrown = true;
  }

  async remove(key: string, collection: string): Promise<void> {
    await result(this.#store("entries").delete([collection, key]));
    this.#changed.add(collection);
  }

  collections(): Promise<Collection[]> {
    return result(this.#store("collections").getAll());
  }

  countEntries(): Promise<number> {
    return result(this.#store("entries").count());
  }

  /** As if it had never been loaded. */
  async forget(name: string): Promise<void> {
    await result(this.#store("entries").delete(within(name)));
    await result(this.#store("collections").delete(name));
  }

  /** What these hold may be old in any part. */
  async markStale(prefixes: string[]): Promise<void> {
    for (const head of await this.collections())
      if (prefixes.some((prefix) => head.name.startsWith(prefix))) await result(this.#store("collections").put({ ...head, isStale: true }));
  }

  /** What is shown of those whose names begin so is loaded anew once this is done, in whichever tab. */
  outdate(prefix: string): void {
    this.#outdated.add(prefix);
  }

  /** The lists and how far the feed was read. */
  async clearCache(): Promise<void> {
    for (const { name } of await this.collections()) this.#changed.add(name);
    await result(this.#store("collections").clear());
    await result(this.#store("entries").clear());
    await this.setMark("feed", undefined);
  }

  mark<Value>(name: string): Promise<Value | undefined> {
    return result(this.#store("marks").get(name));
  }

  async setMark(name: string, value: unknown): Promise<void> {
    if (value === undefined) await result(this.#store("marks").delete(name));
    else await result(this.#store("marks").put(value, name));
  }

  // What is to be sent

  async addOutbox(row: Omit<OutboxRow, "position">): Promise<number> {
    this.#news.push({ outbox: true });
    return (await result(this.#store("outbox").add({ ...row, givenAt: Date.now() }))) as number;
  }

  outboxRow(position: number): Promise<OutboxRow | undefined> {
    return result(this.#store("outbox").get(position));
  }

  /** In the order in which they were given. */
  outboxRows(lane?: string): Promise<OutboxRow[]> {
    return result(lane === undefined ? this.#store("outbox").getAll() : this.#store("outbox").index("lane").getAll(lane));
  }

  async putOutbox(row: OutboxRow): Promise<void> {
    await result(this.#store("outbox").put(row));
    this.#news.push({ outbox: true });
  }

  async removeOutbox(position: number): Promise<void> {
    await result(this.#store("outbox").delete(position));
    this.#news.push({ outbox: true });
  }

  async clearOutbox(): Promise<void> {
    await result(this.#store("outbox").clear());
    this.#news.push({ outbox: true });
  }

  /** Counts what has changed; gives what others are told of it. */
  async finish(): Promise<News[]> {
    for (const name of this.#changed) {
      const head = await this.collection(name);
      if (head) await result(this.#store("collections").put({ ...head, count: head.count + 1 }));
    }
    const outdated = [...this.#outdated].map((prefix) => ({ outdated: prefix }));
    return [...(this.#changed.size ? [{ changed: [...this.#changed] }] : []), ...this.#news.slice(0, 1), ...outdated];
  }
}

/** All of a collection, by key or in the index `order`: an array is above any number and text. */
const within = (collection: string) => IDBKeyRange.bound([collection], [collection, []]);
