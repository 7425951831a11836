import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { Way } from "../src/feed-ways.ts";
import { FeedWays } from "../src/feed-ways.ts";

suite("by which way the feed is asked for", () => {
  /** Whether each attempt came through; by which they were, and the next will be. */
  const cases: { name: string; attempts: boolean[]; ways: Way[] }[] = [
    { name: "a socket first", attempts: [], ways: ["socket"] },
    { name: "one that breaks off is opened again", attempts: [true, true, true, true], ways: ["socket", "socket", "socket", "socket", "socket"] },
    { name: "three in a row that said nothing are blocked", attempts: [false, false, false], ways: ["socket", "socket", "socket", "events"] },
    { name: "two, and one that spoke, are not", attempts: [false, false, true, false, false], ways: ["socket", "socket", "socket", "socket", "socket", "socket"] },
    {
      name: "where events come through, it may have been the network that was away: a socket once more",
      attempts: [false, false, false, true, true, false], ways: ["socket", "socket", "socket", "events", "socket", "socket", "socket"],
    },
    {
      name: "where that one fails they are blocked: events are stayed with",
      attempts: [false, false, false, true, false, true, true], ways: ["socket", "socket", "socket", "events", "socket", "events", "events", "events"],
    },
    {
      name: "where they do not, a socket again: it may be the network that was away",
      attempts: [false, false, false, false, false], ways: ["socket", "socket", "socket", "events", "socket", "events"],
    },
  ];
  for (const { name, attempts, ways } of cases) test(name, () => {
    const machine = new FeedWays();
    const tried: Way[] = attempts.map((cameThrough) => {
      const way = machine.next;
      machine.ended(way, cameThrough);
      return way;
    });
    assert.deepEqual([...tried, machine.next], ways);
    machine.networkChanged();
    assert.equal(machine.next, "socket");
  });
});
