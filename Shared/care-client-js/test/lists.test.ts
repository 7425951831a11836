import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { Calls } from "../src/calls.ts";
import type { Listed, PagedList } from "../src/lists.ts";
import { Lists, putKnown } from "../src/lists.ts";
import type { Store } from "../src/store.ts";
import { Edit } from "../src/store.ts";
import type { Source, Watchers } from "../src/watch.ts";
import { Memory } from "./memory.ts";

/** Of IndexedDB what an edit of one list needs. */
function memory(collections: Map<string, unknown>): IDBTransaction {
  const request = (value: unknown) => {
    const request = { result: value, onsuccess: () => {} };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  const put = (value: { name?: string }) => request(value.name === undefined ? undefined : collections.set(value.name, value));
  return { objectStore: () => ({ get: (name: string) => request(collections.get(name)), put }) } as unknown as IDBTransaction;
}

suite("a list", () => {
  for (const isStale of [true, false])
    test(`goes on where its next part ends, and is ${isStale ? "as old" : "no older"} by that`, async () => {
      const collections = new Map<string, unknown>([["l", { name: "l", cursor: "c", isStale, count: 4 }]]);
      const store = {
        read: async () => ({ values: [9, 8], hasMoreHere: false, cursor: "c" }),
        edit: (work: (edit: Edit) => Promise<unknown>) => work(new Edit(memory(collections))),
      } as unknown as Store;
      const calls = { send: async () => ({ items: [7, 6], nextCursor: "d" }) } as unknown as Calls;
      let source: Source<Listed<number>> | undefined;
      const watchers = { follow: (followed: Source<Listed<number>>) => (source = followed), tell() {} } as unknown as Watchers;
      const list: PagedList<number> = { collection: "l", key: String, position: (item) => item, path: "/l" };
      new Lists(calls, store, watchers, () => "jo").watch(list)[Symbol.asyncIterator]();
      const listed = await source?.read();
      await listed?.loadMore?.();
      assert.deepEqual(collections.get("l"), { name: "l", cursor: "d", isStale, count: 4 });
    });

  test("that was never loaded shows what waits, and what was taken back no more", async () => {
    const store = { read: async () => undefined } as unknown as Store;
    let source: Source<Listed<number>> | undefined;
    const watchers = { follow: (followed: Source<Listed<number>>) => (source = followed) } as unknown as Watchers;
    const list: PagedList<number> = { collection: "l", key: String, position: (item) => item, path: "/l" };
    let waiting: number[] = [];
    const pending = { collections: ["p"], read: async () => waiting, merge: (others: number[], items: number[]) => [...others, ...items] };
    new Lists({} as Calls, store, watchers, () => "jo").watch(list, pending)[Symbol.asyncIterator]();
    const shown: unknown[] = [(await source?.read())?.items];
    for (waiting of [[1, 2], []]) shown.push((await source?.read())?.items);
    assert.deepEqual(shown, [undefined, [1, 2], []]);
  });

  test("that changes again and again while it is loaded is not shown as it was before", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const memory = new Memory();
    const list: PagedList<number> = { collection: "l", key: String, position: (item) => item, path: "/l" };
    memory.put("l", undefined, ["1", 1, 1]);
    let [latest, asked] = [1, 0];
    const send = async () => {
      asked += 1;
      // As it was before the next is there.
      const items = Array.from({ length: latest }, (_, index) => latest - index);
      if (latest < 4) await memory.edit.put((latest += 1), String(latest), latest, "l");
      return { items };
    };
    const loading = new Lists({ send } as unknown as Calls, memory.store, {} as Watchers, () => "jo").refresh(list);
    for (let turn = 0; turn < 50; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      mock.timers.tick(500);
    }
    await loading;
    assert.deepEqual([memory.keys("l"), asked], [["4", "3", "2", "1"], 4]);
  });

  test("whose next part is on its way has what the feed told of it meanwhile, and what has come up stays there", async () => {
    const memory = new Memory();
    const list: PagedList<string> = { collection: "l", key: (item) => item.slice(0, 1), position: (item) => Number(item.slice(1, 2)), path: "/l", isKeptInStep: true };
    memory.put("l", "c", ["d", 4, "d4"], ["c", 3, "c3"]);
    let asked = 0;
    const send = async () => {
      asked += 1;
      if (asked === 1) {
        await putKnown("d5", list, memory.edit);
        await putKnown("b5", list, memory.edit);
        await putKnown("a1!", list, memory.edit);
      }
      return { items: asked === 1 ? ["b2", "a1"] : ["b2", "a1!"] };
    };
    const watchers = { follow: (followed: Source<Listed<string>>) => (source = followed), tell() {} } as unknown as Watchers;
    let source: Source<Listed<string>> | undefined;
    new Lists({ send } as unknown as Calls, memory.store, watchers, () => "jo").watch(list)[Symbol.asyncIterator]();
    await (await source?.read())?.loadMore?.();
    const shown = await source?.read();
    assert.deepEqual([[...(shown?.items ?? [])].sort(), shown?.loadMore, asked], [["a1!", "b5", "c3", "d5"], undefined, 2]);
  });

  test("that is loaded for the first time has what the feed told meanwhile", async () => {
    const memory = new Memory();
    const list: PagedList<number> = { collection: "l", key: String, position: (item) => item, path: "/l" };
    let asked = 0;
    const send = async () => {
      asked += 1;
      // No list is there yet to keep it in.
      if (asked === 1) await memory.edit.setMark("feed", { epoch: "e", sequence: 2 });
      return { items: asked === 1 ? [1] : [2, 1] };
    };
    await new Lists({ send } as unknown as Calls, memory.store, {} as Watchers, () => "jo").refresh(list);
    assert.deepEqual([memory.keys("l"), asked], [["2", "1"], 2]);
  });
});
