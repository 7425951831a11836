import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { sendingSeen } from "../src/messaging.ts";
import { sendingRead } from "../src/notifications.ts";
import type { OutboxRow } from "../src/store.ts";
import { Memory } from "./memory.ts";

const read = { readAt: "2026-03-08T14:31:00Z" };
const row = (path: string) => ({ call: { method: "PUT", path } }) as unknown as OutboxRow;
const seen = (id: string) => `/conversations/${id}/seen`;
const known = () => {
  const memory = new Memory();
  memory.put("conversations", undefined, ["unread", 2, { unreadCount: 2 }], ["seen", 1, { unreadCount: 0 }]);
  // The newest page, of which one is unread, and what lies below it.
  memory.put("notifications", undefined, ...Array.from({ length: 60 }, (_, index) => [`n${index}`, index, index === 30 ? {} : read] as [string, number, unknown]));
  return memory;
};

suite("what was marked", () => {
  const cases: { name: string; path: string; isHeardOf?: boolean; outdated: string[]; isStale?: boolean }[] = [
    { name: "and was unread is loaded anew where no stream is open", path: seen("unread"), outdated: ["conversations"] },
    { name: "the stream tells where one is", path: seen("unread"), isHeardOf: true, outdated: [] },
    { name: "and was seen is not, whatever else is unread", path: seen("seen"), outdated: [] },
    { name: "and is not here is not", path: seen("other"), outdated: [] },
    { name: "as read, and was not", path: "/notifications/n30/read", outdated: ["notifications"] },
    { name: "as read, and was", path: "/notifications/n31/read", outdated: [] },
    { name: "as read, all of it: what lies below the page comes anew too", path: "/notifications/read", outdated: ["notifications"], isStale: true },
  ];
  for (const { name, path, isHeardOf = false, outdated, isStale = false } of cases) test(name, async () => {
    const memory = known();
    const kind = path.startsWith("/conversations") ? sendingSeen(() => isHeardOf) : sendingRead(() => isHeardOf);
    await kind.settle(row(path), undefined, memory.edit);
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
    await assert.rejects(async () => sendingSeen(() => false).settle(row(seen("unread")), {}, known().edit), { kind: "server" });
  });
});
