import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { CareError } from "../src/errors.ts";
import type { Unsent } from "../src/health.ts";
import { Lane } from "../src/lane.ts";
import type { Outbox, PendingRow } from "../src/outbox.ts";
import type { Source, Watchers } from "../src/watch.ts";

/** A lane, and what its outbox was asked. */
function lane(pending: PendingRow[] = []) {
  const asked: unknown[][] = [];
  const outbox = {
    add: async (...words: unknown[]) => void asked.push(["add", ...words]),
    retry: async (...words: unknown[]) => void asked.push(["retry", ...words]),
    cancel: async (...words: unknown[]) => asked.push(["cancel", ...words]) > 0,
    pending: async () => pending,
  } as unknown as Outbox;
  let watched: Source<Unsent[]> | undefined;
  const watchers = { follow: (source: Source<Unsent[]>) => (watched = source) } as unknown as Watchers;
  return { asked, lane: new Lane<Unsent>(outbox, watchers, "health/all", "health/"), watched: () => watched };
}

suite("a lane", () => {
  test("gives under a name that is its key, and says what is old once it was sent", async () => {
    const { asked, lane: health } = lane();
    const answer = { alertId: "a", taken: "yes" as const };
    const given = await health.give({ method: "POST", path: "/health/alerts/a/answer", body: { taken: "yes" } }, { answer });
    assert.deepEqual(given, { answer, id: given.id, delivery: { type: "toBeSent" } });
    const call = { method: "POST", path: "/health/alerts/a/answer", body: { taken: "yes" }, idempotencyKey: given.id };
    assert.deepEqual(asked, [["add", "health/all", given.id, call, { answer, id: given.id }, "health/"]]);
    assert.notEqual((await health.give({ method: "POST", path: "/" }, { answer })).id, given.id);
  });

  test("shows what waits with how far it has come", async () => {
    const error = new CareError("offline");
    const found = lane([{ shown: { id: "1" }, delivery: { type: "sending" } }, { shown: { id: "2" }, delivery: { type: "failed", error } }]);
    found.lane.waiting()[Symbol.asyncIterator]();
    assert.deepEqual(found.watched()?.collections, ["outbox/health/all"]);
    assert.deepEqual(await found.watched()?.read(), [{ id: "1", delivery: { type: "sending" } }, { id: "2", delivery: { type: "failed", error } }]);
  });

  test("tries once more and takes back by that name", async () => {
    const { asked, lane: health } = lane();
    const unsent: Unsent = { id: "1", delivery: { type: "toBeSent" } };
    await health.retry(unsent);
    assert.equal(await health.cancel(unsent), true);
    assert.deepEqual(asked, [["retry", "health/all", "1"], ["cancel", "health/all", "1"]]);
  });
});
