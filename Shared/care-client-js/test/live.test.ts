import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { Calls } from "../src/calls.ts";
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
      const tokens = { token: async () => "a", tokenInsteadOf: async () => "b", tokenExpiresAt: undefined };
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
});
