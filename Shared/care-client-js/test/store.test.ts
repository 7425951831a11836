import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { CareError } from "../src/errors.ts";
import type { News } from "../src/store.ts";
import { Store } from "../src/store.ts";
import { withGlobals } from "./cases.ts";

/** A request that is answered a moment later. */
function request<Value>(value: Value): IDBRequest<Value> {
  const request = { result: value, onsuccess: () => {} };
  queueMicrotask(() => request.onsuccess());
  return request as unknown as IDBRequest<Value>;
}

/** As much of a browser's database as marks need; each connection to it is another. */
class Browser {
  readonly marks = new Map<string, unknown>();
  readonly connections: { onclose?: () => void; isClosed: boolean }[] = [];
  /** Why it does not open just now. */
  fault: DOMException | undefined;

  open(): unknown {
    if (this.fault) {
      const failing = { error: this.fault, onerror: () => {} };
      queueMicrotask(() => failing.onerror());
      return failing;
    }
    const { marks } = this;
    const connection = {
      isClosed: false,
      close: () => void (connection.isClosed = true),
      transaction() {
        if (connection.isClosed) throw new DOMException("it is closed", "InvalidStateError");
        const transaction = {
          oncomplete: () => {}, abort() {},
          objectStore: () => ({
            get: (name: string) => request(marks.get(name)),
            put: (value: unknown, name: string) => request(marks.set(name, value)),
          }),
        };
        setTimeout(() => transaction.oncomplete(), 5);
        return transaction;
      },
    };
    this.connections.push(connection);
    return request(connection);
  }

  /** As when the person clears what the page has kept. */
  closeAll(): void {
    for (const connection of this.connections) {
      connection.isClosed = true;
      connection.onclose?.();
    }
  }
}

async function withStore(work: (store: Store, browser: Browser, news: News[]) => Promise<void>): Promise<void> {
  const browser = new Browser();
  await withGlobals({ indexedDB: browser }, async () => {
    const store = await Store.open(`careline/store-test-${Math.random()}`, 20);
    const news: News[] = [];
    store.listen((each) => news.push(each));
    try {
      await work(store, browser, news);
    } finally {
      store.close();
    }
  });
}

const mark = (store: Store) => store.read((edit) => edit.mark("a"));

suite("a database that the browser has closed", () => {
  test("is opened again, once, and what there is by now is the session", () => withStore(async (store, browser, news) => {
    await store.edit((edit) => edit.setMark("a", 1));
    browser.closeAll();
    assert.deepEqual(news, [{ session: true }]);
    assert.deepEqual(await Promise.all([mark(store), mark(store)]), [1, 1]);
    assert.equal(browser.connections.length, 2);
    browser.marks.clear();
    browser.closeAll();
    assert.equal(await mark(store), undefined);
  }));

  test("is looked for at each use, until it opens", () => withStore(async (store, browser) => {
    browser.closeAll();
    browser.fault = new DOMException("not now", "UnknownError");
    await assert.rejects(mark(store), (error: CareError) => error.kind === "storage");
    browser.fault = undefined;
    assert.equal(await mark(store), undefined);
  }));

  test("is not opened again behind the end", () => withStore(async (store, browser) => {
    store.close();
    browser.closeAll();
    await assert.rejects(mark(store), (error: CareError) => error.kind === "closed");
    assert.equal(browser.connections.length, 1);
  }));
});

test("what is being kept as the client is closed is kept, and nobody hears that it was not", () => withStore(async (store, browser) => {
  const keeping = store.edit(async (edit) => {
    await edit.setMark("a", 1);
    edit.outdate("records/");
  });
  await new Promise((resolve) => setTimeout(resolve, 1));
  store.close();
  await keeping;
  assert.equal(browser.marks.get("a"), 1);
}));
