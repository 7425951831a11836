import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { Calls } from "../src/calls.ts";
import { CareError } from "../src/errors.ts";
import type { FeedKeeper } from "../src/feed.ts";
import { Live } from "../src/live.ts";
import { Typing } from "../src/typing.ts";
import type { Watchers } from "../src/watch.ts";
import { settled, withGlobals } from "./cases.ts";

suite("a stream", () => {
  test("that is taken and says nothing is given up, and events are tried after three sockets", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    const ways: string[] = [];
    class Silent {
      static readonly OPEN = 1;
      readonly readyState = 1;
      onopen: (() => void) | null = null;

      constructor(address: string | URL) {
        ways.push(new URL(address).pathname);
        queueMicrotask(() => this.onopen?.());
      }

      send() {}
      close() {}
    }
    const fetch = (address: URL) => {
      ways.push(address.pathname);
      return new Promise(() => {});
    };
    await withGlobals({ WebSocket: Silent, fetch }, async () => {
      const calls = { server: "https://care.example", attempt: async () => ({ ticket: "t" }) } as unknown as Calls;
      const tokens = { person: undefined, token: async () => "a", tokenInsteadOf: async () => "b", tokenExpiresAt: undefined };
      const keeper = { place: async () => undefined } as unknown as FeedKeeper;
      const live = new Live(calls, tokens, keeper, { tell() {} } as unknown as Watchers, new Typing(calls), () => {});
      await live.start("jo");
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await settled();
        assert.equal(live.states.value.type, "connecting", `attempt ${attempt}`);
        mock.timers.tick(29_999);
        await settled();
        assert.equal(live.states.value.type, "connecting", `attempt ${attempt}`);
        mock.timers.tick(1);
        await settled();
        // Since the first of them, and not since the last.
        assert.deepEqual(live.states.value, { type: "disconnected", since: new Date(30_000) }, `attempt ${attempt}`);
        // No pause is longer.
        mock.timers.tick(60_000);
      }
      await settled();
      assert.deepEqual(ways, ["/stream", "/stream", "/stream", "/feed", "/stream", "/feed"]);
      await live.stop();
    });
  });

  for (const answers of [true, false]) test(`that was left alone is asked whether it is there, and ${answers ? "stays" : "is opened anew"}`, async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    const said: string[] = [];
    let opened = 0;
    class Socket {
      static readonly OPEN = 1;
      readonly readyState = 1;
      onopen: (() => void) | null = null;
      onmessage: ((message: { data: string }) => void) | null = null;

      constructor() {
        opened += 1;
        queueMicrotask(() => this.onopen?.());
      }

      send(text: string) {
        const { type } = JSON.parse(text);
        said.push(type);
        const answer = type === "resume" ? { type: "resumed", recovered: true, epoch: "e", sequence: 1 } : answers ? { type: "pong" } : undefined;
        if (answer) queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(answer) }));
      }

      close() {}
    }
    await withGlobals({ WebSocket: Socket }, async () => {
      const calls = { server: "https://care.example", attempt: async () => ({ ticket: "t" }) } as unknown as Calls;
      const tokens = { person: undefined, token: async () => "a", tokenInsteadOf: async () => "b", present: async () => new Response(), tokenExpiresAt: undefined };
      const keeper = { place: async () => ({ epoch: "e", sequence: 1 }) } as unknown as FeedKeeper;
      const live = new Live(calls, tokens, keeper, { tell() {} } as unknown as Watchers, new Typing(calls), () => {});
      await live.start("jo");
      for (let step = 0; step < 10; step += 1) await settled();
      assert.equal(live.states.value.type, "connected");
      await live.hurry();
      await settled();
      assert.deepEqual(said, ["resume", "ping"]);
      mock.timers.tick(9000);
      for (let step = 0; step < 10; step += 1) await settled();
      assert.equal(live.states.value.type, answers ? "connected" : "disconnected");
      mock.timers.tick(60_000);
      for (let step = 0; step < 10; step += 1) await settled();
      assert.equal(opened, answers ? 1 : 2);
      await live.stop();
    });
  });

  test("is open only once the lists are known to be old of which much was missed", async () => {
    class Socket {
      static readonly OPEN = 1;
      readonly readyState = 1;
      onopen: (() => void) | null = null;
      onmessage: ((message: { data: string }) => void) | null = null;

      constructor() {
        queueMicrotask(() => this.onopen?.());
      }

      send() {
        queueMicrotask(() => this.onmessage?.({ data: JSON.stringify({ type: "resumed", recovered: false, epoch: "e", sequence: 9 }) }));
      }

      close() {}
    }
    await withGlobals({ WebSocket: Socket }, async () => {
      let isKept = () => {};
      const calls = { server: "https://care.example", attempt: async () => ({ ticket: "t" }) } as unknown as Calls;
      const tokens = { person: undefined, token: async () => "a", tokenInsteadOf: async () => "b", present: async () => new Response(), tokenExpiresAt: undefined };
      const startAnew = () => new Promise<void>((resolve) => (isKept = resolve));
      const keeper = { place: async () => ({ epoch: "e", sequence: 1 }), startAnew } as unknown as FeedKeeper;
      const live = new Live(calls, tokens, keeper, { tell() {} } as unknown as Watchers, new Typing(calls), () => {});
      await live.start("jo");
      for (let step = 0; step < 10; step += 1) await settled();
      assert.equal(live.states.value.type, "connecting");
      isKept();
      for (let step = 0; step < 10; step += 1) await settled();
      assert.equal(live.states.value.type, "connected");
      await live.stop();
    });
  });

  for (const isAnswered of [true, false]) test(`that ${isAnswered ? "was" : "is about to be"} refused for its scope is opened with the next login`, async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    let opened = 0;
    class Silent {
      constructor() {
        opened += 1;
      }

      send() {}
      close() {}
    }
    await withGlobals({ WebSocket: Silent }, async () => {
      let token = "narrow";
      const refusals: (() => void)[] = [];
      const refused = new CareError("refused", { status: 403, reason: "insufficient-scope" });
      const attempt = () => (token === "narrow" ? new Promise((_, reject) => refusals.push(() => reject(refused))) : Promise.resolve({ ticket: "t" }));
      const calls = { server: "https://care.example", attempt } as unknown as Calls;
      const tokens = { person: undefined, token: async () => token, tokenInsteadOf: async () => token, present: async () => new Response(), tokenExpiresAt: undefined };
      const keeper = { place: async () => undefined } as unknown as FeedKeeper;
      const live = new Live(calls, tokens, keeper, { tell() {} } as unknown as Watchers, new Typing(calls), () => {});
      await live.start("jo");
      await settled();
      if (isAnswered) refusals[0]?.();
      await settled();
      assert.deepEqual([live.states.value.type, opened, refusals.length], [isAnswered ? "notConnected" : "connecting", 0, 1]);
      token = "wide";
      await live.start("jo");
      // Too late.
      refusals[0]?.();
      await settled();
      assert.deepEqual([live.states.value.type, opened], ["connecting", 1]);
      await live.stop();
    });
  });

  test("that is being opened as the network changes is opened anew by the other one", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    const ways: string[] = [];
    class Silent {
      constructor(address: string | URL) {
        ways.push(new URL(address).pathname);
      }

      send() {}
      close() {}
    }
    await withGlobals({ WebSocket: Silent }, async () => {
      const calls = { server: "https://care.example", attempt: async () => ({ ticket: "t" }) } as unknown as Calls;
      const tokens = { person: undefined, token: async () => "a", tokenInsteadOf: async () => "b", present: async () => new Response(), tokenExpiresAt: undefined };
      const keeper = { place: async () => undefined } as unknown as FeedKeeper;
      const live = new Live(calls, tokens, keeper, { tell() {} } as unknown as Watchers, new Typing(calls), () => {});
      await live.start("jo");
      for (let change = 1; change <= 4; change += 1) {
        for (let step = 0; step < 10; step += 1) await settled();
        assert.deepEqual([ways.length, live.states.value.type], [change, "connecting"]);
        await live.hurry();
        await live.hurry(true);
      }
      await settled();
      assert.deepEqual(ways, Array.from({ length: 5 }, () => "/stream"));
      await live.stop();
    });
  });

  test("that long waits for its next attempt is opened when something else is answered", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    let asked = 0;
    const calls = { server: "https://care.example", attempt: async () => { asked += 1; throw new CareError("offline"); } } as unknown as Calls;
    const tokens = { person: undefined, token: async () => "a", tokenInsteadOf: async () => "b", present: async () => new Response(), tokenExpiresAt: undefined };
    const keeper = { place: async () => undefined } as unknown as FeedKeeper;
    const live = new Live(calls, tokens, keeper, { tell() {} } as unknown as Watchers, new Typing(calls), () => {});
    await live.start("jo");
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      for (let step = 0; step < 10; step += 1) await settled();
      assert.equal(asked, attempt);
      live.answered();
      for (let step = 0; step < 10; step += 1) await settled();
      if (attempt < 5) mock.timers.tick(8000);
    }
    assert.equal(asked, 6);
    await live.stop();
  });
});
