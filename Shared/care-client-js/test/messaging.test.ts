import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { Calls } from "../src/calls.ts";
import { CareError } from "../src/errors.ts";
import { FeedKeeper } from "../src/feed.ts";
import type { Lists } from "../src/lists.ts";
import { hear, Messaging, sendingMessages } from "../src/messaging.ts";
import type { Outbox } from "../src/outbox.ts";
import type { OutboxRow } from "../src/store.ts";
import type { Conversation, FeedEntry, Item } from "../src/types.ts";
import type { Typing } from "../src/typing.ts";
import type { Watchers } from "../src/watch.ts";
import { settled, withGlobals } from "./cases.ts";
import { Memory } from "./memory.ts";

const at = "2026-03-06T08:15:00Z";
const item = (sequence: number, more: Partial<Item> = {}): Item =>
  ({ id: `m${sequence}`, conversationId: "c", sequence, kind: "text", authorId: "jo", content: { text: String(sequence) }, createdAt: at, ...more });
const listed = (...sequences: number[]): [string, number, Item][] => sequences.map((sequence) => [`m${sequence}`, sequence, item(sequence)]);
const row = { lane: "message/c" } as OutboxRow;

suite("an answer that comes late", () => {
  const cases: { name: string; cursor: string | undefined; here: number[]; sequence: number; keys: string[]; isStale: boolean }[] = [
    { name: "is put right behind what is here", cursor: "n", here: [8, 7], sequence: 9, keys: ["m9", "m8", "m7"], isStale: false },
    { name: "marks a hole", cursor: "n", here: [8, 7], sequence: 11, keys: ["m11", "m8", "m7"], isStale: true },
    { name: "fills one", cursor: "n", here: [9, 7], sequence: 8, keys: ["m9", "m8", "m7"], isStale: false },
    { name: "is not put behind where the list goes on", cursor: "n", here: [8, 7], sequence: 3, keys: ["m8", "m7"], isStale: false },
    { name: "is put at the end of what is all", cursor: undefined, here: [8, 7], sequence: 6, keys: ["m8", "m7", "m6"], isStale: true },
  ];
  for (const { name, cursor, here, sequence, keys, isStale } of cases) test(name, async () => {
    const memory = new Memory();
    memory.put("messages/c", cursor, ...listed(...here));
    await sendingMessages.settle(row, item(sequence), memory.edit);
    assert.deepEqual([memory.keys("messages/c"), memory.lists.get("messages/c")?.isStale], [keys, isStale]);
  });

  test("is all that is here of a list that was never loaded, and old", async () => {
    const memory = new Memory();
    await sendingMessages.settle(row, item(3), memory.edit);
    assert.deepEqual([memory.keys("messages/c"), memory.lists.get("messages/c")?.isStale], [["m3"], true]);
  });
});

suite("what the feed tells of", () => {
  test("what was said before all that is here is left to its part of the list", async () => {
    const memory = new Memory();
    memory.put("messages/c", "n", ...listed(8, 7));
    for (const sequence of [2, 7]) await hear({ sequence: 1, at, kind: "item", item: item(sequence, { deletedAt: at }) } as FeedEntry, "c", memory.edit, "jo");
    assert.deepEqual(memory.keys("messages/c"), ["m8", "m7"]);
    assert.equal((await memory.edit.value("m7", "messages/c") as Item).deletedAt, at);
  });

  const conversation = (preview: string) => ({ id: "c", participants: [], unreadCount: 0, closed: false, preview, createdAt: at, updatedAt: at }) as Conversation;
  const file = (sequence: number) => ({ sequence, at, kind: "item", conversationId: "c", item: item(sequence, { kind: "image", content: {} }) }) as FeedEntry;
  const keeping = (memory: Memory, answer: () => Promise<Conversation>) => {
    const told: object[] = [];
    const asked: string[] = [];
    const calls = { attempt: ({ path }: { path: string }) => (asked.push(path), answer()) } as unknown as Calls;
    return { told, asked, keeper: new FeedKeeper(memory.store, { tell: (...words: object[]) => void told.push(words) } as unknown as Watchers, calls) };
  };

  test("a conversation that has to be read anew does not hold the feed", async () => {
    const memory = new Memory();
    memory.put("conversations", undefined, ["c", 1, conversation("Before")]);
    memory.put("messages/c", undefined);
    const answers: ((found: Conversation) => void)[] = [];
    const { asked, keeper } = keeping(memory, () => new Promise((resolve) => answers.push(resolve)));
    await keeper.keep([file(1)], { epoch: "e", sequence: 1 }, "jo");
    // While it is read, more comes; of the same it is read once more, and not at the same time.
    await keeper.keep([file(2)], { epoch: "e", sequence: 2 }, "jo");
    await settled();
    assert.deepEqual([asked.length, memory.marks.get("feed")], [1, { epoch: "e", sequence: 2 }]);
    answers[0]?.(conversation("One"));
    await settled();
    answers[1]?.(conversation("Two"));
    await settled();
    assert.deepEqual([asked.length, (await memory.edit.value("c", "conversations") as Conversation).preview], [2, "Two"]);
  });

  test("what the feed tells meanwhile is newer than what is read", async () => {
    const memory = new Memory();
    memory.put("conversations", undefined, ["c", 1, conversation("Before")]);
    const answers: ((found: Conversation) => void)[] = [];
    const { asked, keeper } = keeping(memory, () => new Promise((resolve) => answers.push(resolve)));
    await keeper.keep([file(1)], { epoch: "e", sequence: 1 }, "jo");
    await settled();
    await keeper.keep([{ sequence: 2, at, kind: "conversation", conversationId: "c", conversation: conversation("Newer") } as FeedEntry], { epoch: "e", sequence: 2 }, "jo");
    answers[0]?.(conversation("Old"));
    await settled();
    assert.equal((await memory.edit.value("c", "conversations") as Conversation).preview, "Newer");
    answers[1]?.(conversation("Newest"));
    await settled();
    assert.deepEqual([asked.length, (await memory.edit.value("c", "conversations") as Conversation).preview], [2, "Newest"]);
  });

  test("nor is it covered by what was read when that was so again and again: whoever looks at it asks", async () => {
    const memory = new Memory();
    memory.put("conversations", undefined, ["c", 1, conversation("Before")]);
    let newer = 0;
    const { told, asked, keeper } = keeping(memory, async () => {
      await memory.edit.put(conversation(`Newer ${(newer += 1)}`), "c", 1, "conversations");
      return conversation("Old");
    });
    await keeper.keep([file(1)], { epoch: "e", sequence: 1 }, "jo");
    await settled();
    assert.equal((await memory.edit.value("c", "conversations") as Conversation).preview, "Newer 3");
    assert.deepEqual([asked.length, told], [3, [[{ type: "outdated" }, "conversations"]]]);
  });

  test("one that cannot be read is old", async () => {
    const memory = new Memory();
    memory.put("conversations", undefined, ["c", 1, conversation("Before")]);
    const { told, asked, keeper } = keeping(memory, () => Promise.reject(new CareError("offline")));
    await keeper.keep([file(1)], { epoch: "e", sequence: 1 }, "jo");
    await settled();
    assert.deepEqual([asked.length, told], [1, [[{ type: "outdated" }, "conversations"]]]);
  });
});

test("who begins a conversation again passes the same key", async () => {
  const memory = new Memory();
  const sent: object[] = [];
  const calls = { send: async (call: object) => (sent.push(call), { id: "c", updatedAt: at }) } as unknown as Calls;
  const messaging = new Messaging(calls, memory.store, {} as Lists, {} as Outbox, {} as Typing);
  for (let attempt = 1; attempt <= 2; attempt += 1) await messaging.start(["kim"], { title: "Heel", first: { text: "It hurts." }, key: "k" });
  const body = { participantIds: ["kim"], title: "Heel", initialMessage: { clientId: "k", content: { text: "It hurts." } } };
  assert.deepEqual(sent, [1, 2].map(() => ({ method: "POST", path: "/conversations", body, idempotencyKey: "k" })));
});

test("what was begun is not kept for who logs in just as it is answered", async () => {
  const memory = new Memory();
  memory.put("conversations", undefined);
  const calls = { person: "jo", send: async () => (memory.marks.set("owner", "kim"), { id: "c", updatedAt: at }) } as unknown as Calls;
  const messaging = new Messaging(calls, memory.store, {} as Lists, {} as Outbox, {} as Typing);
  await assert.rejects(messaging.start(["lee"]), { kind: "loggedOut" });
  assert.deepEqual(memory.keys("conversations"), []);
});

test("a picture comes in the size that is asked for", async () => {
  const memory = new Memory();
  const file = { id: "f", size: 64, createdAt: at, download: { url: "/attachments/f/content?expires=7&signature=s", expiresAt: at } };
  const calls = { server: "https://care.test", send: async () => file } as unknown as Calls;
  const messaging = new Messaging(calls, memory.store, {} as Lists, {} as Outbox, {} as Typing);
  const asked: string[] = [];
  const fetch = async (address: URL | string) => (asked.push(String(address)), new Response("a scan"));
  await withGlobals({ fetch }, async () => {
    assert.equal(await (await messaging.download("f")).text(), "a scan");
    assert.equal(await (await messaging.download("f", 200)).text(), "a scan");
  });
  assert.deepEqual(asked, ["", "&size=200"].map((size) => `https://care.test/attachments/f/content?expires=7&signature=s${size}`));
});

suite("a message that is taken back", () => {
  const taking = async (answer: () => Promise<unknown>) => {
    const memory = new Memory();
    memory.put("messages/c", undefined, ...listed(2, 1));
    memory.put("messages/d", undefined);
    memory.put("health/alerts", undefined, ["m1", 1, {}]);
    const calls = { send: answer } as unknown as Calls;
    const messaging = new Messaging(calls, memory.store, {} as Lists, {} as Outbox, {} as Typing);
    await messaging.delete("m1").catch(() => {});
    return { memory, shown: (await memory.edit.value("m1", "messages/c")) as Item };
  };

  test("is shown so at once, without a stream", async () => {
    const { memory, shown } = await taking(async () => undefined);
    assert.deepEqual([shown.content, typeof shown.deletedAt, shown.sequence], [undefined, "string", 1]);
    assert.deepEqual([memory.keys("messages/c"), await memory.edit.value("m1", "health/alerts")], [["m2", "m1"], {}]);
    assert.deepEqual(memory.news, [{ outdated: "conversations" }, { outdated: "messages/" }]);
  });

  test("stays where that is refused, and is looked at again", async () => {
    const { memory, shown } = await taking(() => Promise.reject(new CareError("refused", { status: 403 })));
    assert.deepEqual([shown.content, memory.news.length], [{ text: "1" }, 2]);
  });
});
