import assert from "node:assert/strict";
import { afterEach, mock, suite, test } from "node:test";

import { CareError } from "../src/errors.ts";
import { Watch, Watchers } from "../src/watch.ts";
import { settled } from "./cases.ts";

const watching = (read: () => Promise<number | undefined>, fetch: () => Promise<void>) => {
  const watchers = new Watchers(() => () => {});
  return { watchers, watch: new Watch({ name: "n", collections: ["n"], read, fetch }, watchers) };
};
const silence = () => new Promise<void>(() => {});

suite("what is current", () => {
  afterEach(() => mock.timers.reset());

  test("has what was kept before, though whoever watches besides has not heard of it", async () => {
    let here = 1;
    const { watch } = watching(async () => here, async () => {});
    const other = watch[Symbol.asyncIterator]();
    await other.next();
    await settled();
    for (here of [2, 3]) assert.equal(await watch.current(), here);
    await other.return?.();
  });

  test("is what is known where nothing is answered for three seconds", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const asked = watching(async () => 7, silence).watch.current();
    await settled();
    mock.timers.tick(3000);
    assert.equal(await asked, 7);
  });

  test("is waited for where nothing is known", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let fail = (_: CareError) => {};
    const asked = watching(async () => undefined, () => new Promise((_, reject) => (fail = reject))).watch.current();
    await settled();
    mock.timers.tick(3000);
    await settled();
    fail(new CareError("offline"));
    await assert.rejects(asked, { kind: "offline" });
  });

  test("is nothing any more of a client that was closed", async () => {
    const { watch, watchers } = watching(async () => 7, silence);
    const asked = watch.current();
    await settled();
    watchers.close();
    await assert.rejects(asked, { kind: "closed" });
  });
});

suite("a client that is closed", () => {
  test("ends what is watched, without an error, and says so to who comes after that", async () => {
    const { watch, watchers } = watching(async () => 7, silence);
    const seen: number[] = [];
    const watched = (async () => {
      for await (const { data } of watch) seen.push(data);
    })();
    await settled();
    watchers.close();
    await watched;
    assert.deepEqual(seen, [7]);
    await assert.rejects(async () => {
      for await (const { data } of watch) seen.push(data);
    }, { kind: "closed" });
    await assert.rejects(watch.current(), { kind: "closed" });
  });
});
