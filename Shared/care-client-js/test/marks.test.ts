import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { Call, Calls } from "../src/calls.ts";
import type { Lists } from "../src/lists.ts";
import { Messaging, sendingSeen } from "../src/messaging.ts";
import { Notifications, sendingRead } from "../src/notifications.ts";
import { Outbox } from "../src/outbox.ts";
import type { OutboxRow } from "../src/store.ts";
import type { Typing } from "../src/typing.ts";
import { Memory } from "./memory.ts";

const read = { readAt: "2026-03-08T14:31:00Z" };
const row = (path: string, body: object = {}) => ({ call: { method: "PUT", path, body } }) as unknown as OutboxRow;
const seen = (id: string) => `/conversations/${id}/seen`;
const known = () => {
  const memory = new Memory();
  memory.put("conversations", undefined, ["unread", 2, { unreadCount: 2, participants: [{ userId: "jo", seenSequence: 5 }], lastMessage: { id: "m7", sequence: 7 } }], ["seen", 1, { unreadCount: 0 }]);
  memory.put("messages/unread", undefined, ["m6", 6, { sequence: 6 }], ["m5", 5, { sequence: 5 }]);
  // The newest page, of which one is unread, and what lies below it.
  memory.put("notifications", undefined, ...Array.from({ length: 60 }, (_, index) => [`n${index}`, index, index === 30 ? {} : read] as [string, number, unknown]));
  return memory;
};

suite("what was marked", () => {
  const cases: { name: string; path: string; body?: object; isHeardOf?: boolean; outdated: string[]; isStale?: boolean }[] = [
    { name: "and was unread is loaded anew where no stream is open", path: seen("unread"), outdated: ["conversations"] },
    { name: "the stream tells where one is", path: seen("unread"), isHeardOf: true, outdated: [] },
    { name: "the same of what was marked up to its last message", path: seen("unread"), body: { itemId: "m7" }, outdated: ["conversations"] },
    { name: "or up to one before it", path: seen("unread"), body: { itemId: "m6" }, outdated: ["conversations"] },
    { name: "and was marked so far before is not, though more is unread", path: seen("unread"), body: { itemId: "m5" }, outdated: [] },
    { name: "and was seen is not, whatever else is unread", path: seen("seen"), outdated: [] },
    { name: "and is not here is not", path: seen("other"), outdated: [] },
    { name: "as read, and was not", path: "/notifications/n30/read", outdated: ["notifications"] },
    { name: "as read, and was", path: "/notifications/n31/read", outdated: [] },
    { name: "as read, all of it: what lies below the page comes anew too", path: "/notifications/read", outdated: ["notifications"], isStale: true },
  ];
  for (const { name, path, body, isHeardOf = false, outdated, isStale = false } of cases) test(name, async () => {
    const memory = known();
    const kind = path.startsWith("/conversations") ? sendingSeen(() => isHeardOf, () => "jo") : sendingRead(() => isHeardOf);
    await kind.settle(row(path, body), undefined, memory.edit);
    assert.deepEqual(memory.outdated, outdated);
    assert.equal(memory.lists.get("notifications")?.isStale, isStale);
  });

  test("as read, all of it, of which none on the newest page was unread", async () => {
    const memory = known();
    memory.put("notifications", undefined, ...Array.from({ length: 60 }, (_, index) => [`n${index}`, index, index === 5 ? {} : read] as [string, number, unknown]));
    await sendingRead(() => false).settle(row("/notifications/read"), undefined, memory.edit);
    assert.deepEqual([memory.outdated, memory.lists.get("notifications")?.isStale], [["notifications"], true]);
  });

  test("as read, all of it, and was already: nothing new is there to mark", async () => {
    const memory = known();
    memory.put("notifications", undefined, ["n1", 1, read]);
    await sendingRead(() => false).settle(row("/notifications/read"), undefined, memory.edit);
    assert.deepEqual([memory.outdated, memory.lists.get("notifications")?.isStale], [[], false]);
  });

  test("is not, by an answer of somebody else's", async () => {
    await assert.rejects(async () => sendingSeen(() => false, () => "jo").settle(row(seen("unread")), {}, known().edit), { kind: "server" });
  });
});

suite("a mark says up to where, however late it is sent", () => {
  const marking = (memory: Memory) => {
    const outbox = new Outbox(memory.store, { person: "jo" } as Calls, "lock", {}, () => {});
    const messaging = new Messaging({} as Calls, memory.store, {} as Lists, outbox, {} as Typing);
    const bodies = () => memory.outbox.map(({ call }) => JSON.stringify((call as Call).body));
    return { bodies, seen: () => messaging.markSeen("c"), readAll: () => new Notifications({} as Lists, outbox).markAllRead() };
  };
  const message = (sequence: number): [string, number, unknown] => [`m${sequence}`, sequence, { id: `m${sequence}`, sequence }];
  const notification = (minute: number): [string, number, unknown] => [`n${minute}`, minute, { id: `n${minute}`, createdAt: `2026-03-08T14:0${minute}:00Z` }];
  const listed = { id: "c", unreadCount: 2, participants: [], lastMessage: { id: "m9", sequence: 9 } };

  test("the newest message that is here", async () => {
    const memory = new Memory();
    memory.put("conversations", undefined, ["c", 1, listed]);
    memory.put("messages/c", "n", message(7), message(8));
    const { bodies, seen } = marking(memory);
    await seen();
    assert.deepEqual(bodies(), ['{"itemId":"m8"}']);
  });

  test("where none is, the last of the conversation as it is listed", async () => {
    const memory = new Memory();
    memory.put("conversations", undefined, ["c", 1, listed]);
    const { bodies, seen } = marking(memory);
    await seen();
    assert.deepEqual(bodies(), ['{"itemId":"m9"}']);
  });

  test("the newest notification that is here", async () => {
    const memory = new Memory();
    memory.put("notifications", "n", notification(1), notification(3), notification(2));
    const { bodies, readAll } = marking(memory);
    await readAll();
    assert.deepEqual(bodies(), ['{"createdUntil":"2026-03-08T14:03:00Z"}']);
  });

  test("and the later one that takes the place of one that waits says the newer", async () => {
    const memory = new Memory();
    memory.put("messages/c", "n", message(7));
    memory.put("notifications", "n", notification(1));
    const { bodies, seen, readAll } = marking(memory);
    await seen();
    await readAll();
    await memory.edit.put(message(8)[2], "m8", 8, "messages/c");
    await memory.edit.put(notification(2)[2], "n2", 2, "notifications");
    await seen();
    await readAll();
    assert.deepEqual(bodies(), ['{"itemId":"m8"}', '{"createdUntil":"2026-03-08T14:02:00Z"}']);
  });

  test("but one that reaches further than what is here by now stays", async () => {
    const memory = new Memory();
    memory.put("messages/c", "n", message(8));
    memory.put("notifications", "n", notification(2));
    const { bodies, seen, readAll } = marking(memory);
    await seen();
    await readAll();
    // What had no more room here.
    memory.put("messages/c", "n", message(7));
    memory.put("notifications", "n");
    await seen();
    await readAll();
    assert.deepEqual(bodies(), ['{"itemId":"m8"}', '{"createdUntil":"2026-03-08T14:02:00Z"}']);
  });

  test("but of what nothing is here: all that the server has then", async () => {
    const { bodies, seen, readAll } = marking(new Memory());
    await seen();
    await readAll();
    assert.deepEqual(bodies(), ["{}", "{}"]);
  });
});
