import { CareError } from "../src/errors.ts";
import type { Edit, OutboxRow, Store } from "../src/store.ts";

interface Entry {
  value: unknown;
  position: number;
}

/** What a store and its edits do, in memory and in no hurry; what tabs are told is in `news`. */
export class Memory {
  readonly lists = new Map<string, { cursor: string | undefined; isStale: boolean; entries: Map<string, Entry> }>();
  readonly marks = new Map<string, unknown>();
  outbox: OutboxRow[] = [];
  readonly news: object[] = [];
  /** What edits have said is to be loaded anew. */
  readonly outdated: string[] = [];
  /** Thrown by each edit. */
  fault: Error | undefined;
  readonly #listeners: ((news: object) => void)[] = [];
  /** How often something was told of what lies behind each list. */
  readonly behind = new Map<string, number>();
  /** How often each list was changed. */
  readonly #counts = new Map<string, number>();
  #position = 0;

  /** A list of these, by their keys, that goes on at `cursor`. */
  put(name: string, cursor: string | undefined, ...entries: [key: string, position: number, value: unknown][]): void {
    this.lists.set(name, { cursor, isStale: false, entries: new Map(entries.map(([key, position, value]) => [key, { position, value }])) });
  }

  keys(name: string): string[] {
    return [...(this.lists.get(name)?.entries ?? [])].sort(([, one], [, other]) => other.position - one.position).map(([key]) => key);
  }

  get edit(): Edit {
    const changed = (name: string) => void this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    const positions = (name: string) => [...(this.lists.get(name)?.entries.values() ?? [])].map(({ position }) => position);
    const edit = {
      collection: async (name: string) => {
        const list = this.lists.get(name);
        return list && { name, count: this.#counts.get(name) ?? 0, behind: this.behind.get(name), used: 0, cursor: list.cursor, isStale: list.isStale };
      },
      collections: async () => [...this.lists.keys()].map((name) => ({ name })),
      reaches: async (position: number, name: string) => {
        const list = this.lists.get(name);
        return list !== undefined && (list.cursor === undefined || Math.min(...positions(name)) <= position);
      },
      know: async (name: string, cursor: string | undefined) => {
        this.lists.set(name, { cursor, isStale: false, entries: this.lists.get(name)?.entries ?? new Map() });
        changed(name);
      },
      places: async (name: string) => [...(this.lists.get(name)?.entries ?? [])].map(([key, { position }]) => ({ key, position })),
      holds: async (position: number, name: string) => positions(name).includes(position),
      value: async (key: string, name: string) => this.lists.get(name)?.entries.get(key)?.value,
      put: async (value: unknown, key: string, position: number, name: string) => {
        this.lists.get(name)?.entries.set(key, { value, position });
        changed(name);
      },
      passOver: async (name: string) => void this.behind.set(name, (this.behind.get(name) ?? 0) + 1),
      goOn: async (name: string, cursor: string | undefined) => {
        const list = this.lists.get(name);
        if (list) list.cursor = cursor;
        changed(name);
      },
      remove: async (key: string, name: string) => {
        this.lists.get(name)?.entries.delete(key);
        changed(name);
      },
      markStale: async (names: string[]) => {
        for (const [name, list] of this.lists) if (names.some((prefix) => name.startsWith(prefix))) list.isStale = true;
      },
      listing: async (name: string, most: number) => {
        const list = this.lists.get(name);
        return list && { values: this.keys(name).slice(0, most).map((key) => list.entries.get(key)?.value), hasMoreHere: list.entries.size > most, cursor: list.cursor };
      },
      outdate: (prefix: string) => void this.outdated.push(prefix),
      mark: async (name: string) => this.marks.get(name),
      setMark: async (name: string, value: unknown) => void this.marks.set(name, value),
      addOutbox: async (row: OutboxRow) => void this.outbox.push({ ...row, givenAt: Date.now(), position: (this.#position += 1) }),
      outboxRow: async (position: number) => this.outbox.find((row) => row.position === position),
      outboxRows: async (lane?: string) => this.outbox.filter((row) => lane === undefined || row.lane === lane),
      putOutbox: async (row: OutboxRow) => void (this.outbox = this.outbox.map((other) => (other.position === row.position ? row : other))),
      removeOutbox: async (position: number) => void (this.outbox = this.outbox.filter((row) => row.position !== position)),
    };
    return edit as unknown as Edit;
  }

  get store(): Store {
    const tell = (news: object) => {
      this.news.push(news);
      for (const listener of this.#listeners) listener(news);
    };
    const store = {
      read: (work: (edit: Edit) => Promise<unknown>) => work(this.edit),
      edit: async (work: (edit: Edit) => Promise<unknown>, owner?: string) => {
        if (this.fault) throw this.fault;
        if (owner !== undefined && owner !== (this.marks.get("owner") ?? owner)) throw new CareError("loggedOut");
        const before = this.outbox;
        const value = await work(this.edit);
        if (this.outbox !== before || this.outbox.length) tell({ outbox: true });
        return value;
      },
      tell, tellOthers() {},
      listen: (listener: (news: object) => void) => void this.#listeners.push(listener),
    };
    return store as unknown as Store;
  }
}
