import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { Call, Calls } from "../src/calls.ts";
import { Typing } from "../src/typing.ts";
import { settled } from "./cases.ts";

suite("typing", () => {
  test("is told now and then, and that it has ended by itself", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    const said: unknown[] = [];
    const typing = new Typing({ attempt: async ({ body }: Call) => said.push(body) } as unknown as Calls);
    for (let second = 0; second < 9; second += 1) {
      await typing.type("c");
      mock.timers.tick(1000);
    }
    assert.deepEqual(said, [{ typing: true }, { typing: true }]);
    mock.timers.tick(4000);
    await settled();
    assert.deepEqual(said, [{ typing: true }, { typing: true }, { typing: false }]);
    // A message ends it, and nobody has to be told.
    await typing.type("c");
    assert.equal(typing.ended("c"), true);
    await typing.stop("c");
    mock.timers.tick(10_000);
    await settled();
    assert.deepEqual(said.slice(3), [{ typing: true }]);
  });

  test("of others is shown until they stop, or for twenty seconds", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const typing = new Typing({} as Calls);
    const shown = typing.follow("c")[Symbol.asyncIterator]();
    const next = async () => (await shown.next()).value as string[];
    assert.deepEqual(await next(), []);
    typing.hear("jo", "c", true);
    typing.hear("sam", "c", true);
    typing.hear("jo", "another", true);
    assert.deepEqual(await next(), ["jo", "sam"]);
    typing.hear("jo", "c", false);
    assert.deepEqual(await next(), ["sam"]);
    mock.timers.tick(19_999);
    typing.hear("sam", "c", true);
    mock.timers.tick(19_999);
    typing.hear("jo", "c", true);
    assert.deepEqual(await next(), ["sam", "jo"]);
    mock.timers.tick(1);
    assert.deepEqual(await next(), ["jo"]);
  });

  test("of whom another person was told, and by them, is over when the next is here", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    const said: unknown[] = [];
    const typing = new Typing({ attempt: async ({ body }: Call) => said.push(body) } as unknown as Calls);
    await typing.type("c");
    typing.hear("jo", "c", true);
    typing.forget();
    const shown = typing.follow("c")[Symbol.asyncIterator]();
    assert.deepEqual((await shown.next()).value, []);
    mock.timers.tick(20_000);
    await settled();
    assert.deepEqual(said, [{ typing: true }]);
  });
});
