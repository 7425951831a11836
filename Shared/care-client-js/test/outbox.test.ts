import assert from "node:assert/strict";
import { mock, suite, test } from "node:test";

import type { TokenSource } from "../src/calls.ts";
import { Calls } from "../src/calls.ts";
import { CareError } from "../src/errors.ts";
import { sendingHealth } from "../src/health.ts";
import type { Lists } from "../src/lists.ts";
import { Messaging, sendingMessages, sendingSeen } from "../src/messaging.ts";
import type { Delivery } from "../src/outbox.ts";
import { Outbox } from "../src/outbox.ts";
import { says, sendingRecords } from "../src/records.ts";
import type { Typing } from "../src/typing.ts";
import { settled, withGlobals } from "./cases.ts";
import { Memory } from "./memory.ts";

type Sent = { path: string; key: string | null; body: unknown };

/** What is given to a page whose server answers so; `told` is what it was sent. */
async function sending(
  lane: string, call: { method: "POST" | "PUT"; path: string; body?: unknown; idempotencyKey?: undefined }, shown: unknown,
  answer: (sent: Sent, count: number, signal: AbortSignal) => Response | Promise<Response>,
  work: (parts: { memory: Memory; told: Sent[]; outbox: Outbox; delivery: () => Promise<Delivery | undefined>; again: () => Promise<void> }) => Promise<void>,
  token: () => Promise<string> = async () => "a", givenAt?: number,
): Promise<void> {
  const told: Sent[] = [];
  const fetch = async (address: URL, { headers, body, signal }: { headers: Record<string, string>; body?: unknown; signal: AbortSignal }) => {
    told.push({ path: address.pathname, key: headers["Idempotency-Key"] ?? null, body: typeof body === "string" ? JSON.parse(body) : body });
    return answer(told.at(-1) as Sent, told.length, signal);
  };
  const locks = { request: (_: string, __: object, work: () => Promise<unknown>) => work() };
  // What is to be tried again waits until the test says so, however slow the machine is.
  mock.timers.enable({ apis: ["setTimeout"] });
  await withGlobals({ fetch, navigator: { locks } }, async () => {
    const memory = new Memory();
    const present: TokenSource["present"] = (token, _, __, send) => send({ Authorization: `Bearer ${token}` });
    const calls = new Calls("https://care.example", { person: "jo", token, tokenInsteadOf: token, present });
    const kinds = { message: sendingMessages, health: sendingHealth, records: sendingRecords(calls), seen: sendingSeen(() => true, () => "jo") };
    const outbox = new Outbox(memory.store, calls, "lock", kinds, () => {});
    await outbox.add(lane, "1", { idempotencyKey: "key", ...call }, shown, "outdated/");
    if (givenAt !== undefined) memory.outbox = memory.outbox.map((row) => ({ ...row, givenAt }));
    outbox.open();
    for (let step = 0; step < 20; step += 1) await settled();
    const again = async () => {
      outbox.networkIsBack();
      for (let step = 0; step < 20; step += 1) await settled();
    };
    await work({ memory, told, outbox, again, delivery: async () => (await outbox.pending(lane))[0]?.delivery });
    outbox.close();
  }).finally(() => mock.timers.reset());
}

const page = () => new Response("<html>Please log in</html>", { headers: { "Content-Type": "text/html" } });
const json = (value: unknown, status = 200) => Response.json(value, { status });

const message = { method: "POST", path: "/conversations/c/messages", body: {} } as const;
const item = { id: "m7", conversationId: "c", sequence: 7, kind: "text", content: { text: "Hello" }, createdAt: "2026-03-06T08:15:00Z" };
const rates = [5, 60, 900].map((bpm) => ({ at: "2026-03-06T08:15:00Z", bpm, kind: "resting" }));
const pulse = { method: "POST", path: "/health/heart-rates", body: { items: rates } } as const;
const taken = { items: rates.map((_, index) => ({ index, outcome: "recorded" })) };
const resource = { resourceType: "Observation", status: "final", valueQuantity: { value: 8000 } };
const record = { method: "POST", path: "/fhir/r4/Observation", body: resource } as const;

suite("what is sent", () => {
  const cases = [
    { lane: "message/c", call: message, shown: {}, good: item, foreign: [{}, { blocked: true }, { ...item, conversationId: "d" }, { ...item, sequence: undefined }] },
    { lane: "health/all", call: pulse, shown: { heartRates: rates }, good: taken, foreign: [{}, { items: [] }, { items: taken.items.slice(1) }, { items: 3 }] },
    { lane: "health/all", call: { method: "POST", path: "/health/alerts/x/answer", body: {} } as const, shown: {}, good: { id: "x" }, foreign: [{}, { id: "y" }] },
    { lane: "records/r4", call: record, shown: { resource, annotations: [] }, good: { ...resource, id: "r" }, foreign: [{}, resource, { resourceType: "Bundle", id: "r" }] },
    { lane: "seen/c", call: { method: "PUT", path: "/conversations/c/seen", body: {} } as const, shown: undefined, good: undefined, foreign: [{}] },
  ];
  for (const { lane, call, shown, good, foreign } of cases)
    for (const [what, other] of [["a page", page], ...foreign.map((value) => [JSON.stringify(value), () => json(value)] as const)] as const)
      test(`to ${call.path} is not there by ${what}`, async () => {
        const answer = (_: Sent, count: number) => (count === 1 ? other() : good === undefined ? new Response(null, { status: 204 }) : json(good, 201));
        await sending(lane, call, shown, answer, async ({ told, delivery, again }) => {
          assert.deepEqual(await delivery(), { type: "toBeSent" });
          await again();
          assert.equal(await delivery(), undefined);
          assert.deepEqual(told.map(({ key }) => key), ["key", "key"]);
        });
      });

  for (const kind of ["storage", "login", "unreadable"] as const)
    test(`waits where there is no token, for ${kind}`, async () => {
      let isGone = true;
      const token = async () => {
        if (isGone) throw new CareError(kind);
        return "a";
      };
      await sending("message/c", message, {}, () => json(item, 201), async ({ told, delivery, again }) => {
        assert.deepEqual([await delivery(), told.length], [{ type: "toBeSent" }, 0]);
        isGone = false;
        await again();
        assert.deepEqual([await delivery(), told.length], [undefined, 1]);
      }, token);
    });

  test("waits where a fresh token is not taken either, and goes with the next login", async () => {
    const problem = { type: "https://care.example/problems/unauthorized", title: "Sign in first", status: 401 };
    await sending("message/c", message, {}, (_, count) => (count <= 2 ? json(problem, 401) : json(item, 201)), async ({ told, outbox, delivery }) => {
      assert.deepEqual([await delivery(), told.length], [{ type: "toBeSent" }, 2]);
      outbox.open();
      for (let step = 0; step < 20; step += 1) await settled();
      assert.deepEqual([await delivery(), told.length], [undefined, 3]);
    });
  });

  test("goes with the next login of the same person, be it there before what is on its way hears that the session had ended", async () => {
    let end = (_: CareError) => {};
    let count = 0;
    const token = () => ((count += 1) === 1 ? new Promise<string>((_, reject) => (end = reject)) : Promise.resolve("a"));
    await sending("message/c", message, {}, () => json(item, 201), async ({ told, outbox, delivery }) => {
      outbox.open();
      end(new CareError("expired"));
      for (let step = 0; step < 20; step += 1) await settled();
      assert.deepEqual([await delivery(), told.length], [undefined, 1]);
    }, token);
  });

  test("waits where the session has ended, and nobody has logged in since", async () => {
    let count = 0;
    const token = () => ((count += 1) === 1 ? Promise.reject(new CareError("expired")) : Promise.resolve("a"));
    await sending("message/c", message, {}, () => json(item, 201), async ({ told, outbox, delivery }) => {
      assert.deepEqual([await delivery(), told.length], [{ type: "toBeSent" }, 0]);
      outbox.open();
      for (let step = 0; step < 20; step += 1) await settled();
      assert.deepEqual([await delivery(), told.length], [undefined, 1]);
    }, token);
  });

  test("waits where the disk does not keep what was answered", async () => {
    await sending("message/c", message, {}, () => json(item, 201), async ({ memory, told, outbox, delivery, again }) => {
      await outbox.add("message/c", "2", { ...message, idempotencyKey: "other" }, {});
      memory.fault = new CareError("storage");
      await again();
      assert.notEqual((await delivery())?.type, "failed");
      memory.fault = undefined;
      await again();
      assert.deepEqual([await delivery(), told.at(-1)?.key], [undefined, "other"]);
    });
  });

  test("goes once the disk lets the page begin", async () => {
    await sending("message/c", message, {}, () => json(item, 201), async ({ memory, told, outbox }) => {
      outbox.close();
      await outbox.add("message/c", "2", { ...message, idempotencyKey: "other" }, {});
      memory.fault = new CareError("storage");
      outbox.open();
      for (let step = 0; step < 20; step += 1) await settled();
      assert.deepEqual(told.map(({ key }) => key), ["key"]);
      memory.fault = undefined;
      mock.timers.tick(5000);
      for (let step = 0; step < 20; step += 1) await settled();
      assert.deepEqual(told.map(({ key }) => key), ["key", "other"]);
    });
  });

  test("is not taken where nobody is logged in: the next login would throw it away", async () => {
    const memory = new Memory();
    const outbox = new Outbox(memory.store, { person: undefined } as Calls, "lock", {}, () => {});
    await assert.rejects(outbox.add("health/all", "1", pulse, {}), { kind: "loggedOut" });
    await assert.rejects(outbox.mark("seen/c", "/conversations/c/seen"), { kind: "loggedOut" });
    assert.deepEqual(memory.outbox, []);
  });

  test("is not taken of who is shown still where the next one is here, who would send it as theirs", async () => {
    const memory = new Memory();
    const outbox = new Outbox(memory.store, { person: "kim", shown: "jo" } as Calls, "lock", {}, () => {});
    const messaging = new Messaging({ person: "kim" } as Calls, memory.store, {} as Lists, outbox, { ended: () => {} } as unknown as Typing);
    await assert.rejects(messaging.send({ text: "Hello" }, "c"), { kind: "loggedOut" });
    await assert.rejects(outbox.add("health/all", "1", pulse, {}), { kind: "loggedOut" });
    await assert.rejects(outbox.mark("seen/c", "/conversations/c/seen"), { kind: "loggedOut" });
    assert.deepEqual(memory.outbox, []);
  });

  const seen = { method: "PUT", path: "/conversations/c/seen", body: {}, idempotencyKey: undefined } as const;
  for (const { what, lane, call, answer, isSentAgain } of [
    { what: "under a key goes at once", lane: "message/c", call: message, answer: () => json(item, 201), isSentAgain: true },
    { what: "that is a mark goes at once", lane: "seen/c", call: seen, answer: () => new Response(null, { status: 204 }), isSentAgain: true },
    { what: "that would be done twice is waited for", lane: "other", call: { ...message, idempotencyKey: undefined }, answer: () => json({}), isSentAgain: false },
  ]) test(`${what} when another network is there, where the one before says nothing`, async () => {
    const silence = (signal: AbortSignal) => new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    await sending(lane, call, {}, (_, count, signal) => (count === 1 ? silence(signal) : answer()), async ({ told, outbox, delivery, again }) => {
      // That somebody looks says nothing of the network.
      await again();
      assert.deepEqual([await delivery(), told.length], [{ type: "sending" }, 1]);
      outbox.networkIsBack(true);
      for (let step = 0; step < 20; step += 1) await settled();
      assert.deepEqual([await delivery(), told.length], isSentAgain ? [undefined, 2] : [{ type: "sending" }, 1]);
    });
  });

  test("is refused by the server alone, with its reason", async () => {
    const problem = { type: "https://care.example/problems/not-received", title: "No", status: 403 };
    await sending("message/c", message, {}, () => json(problem, 403), async ({ delivery }) => {
      const failed = await delivery();
      assert.deepEqual(failed?.type === "failed" && [failed.error.kind, failed.error.reason], ["refused", "not-received"]);
    });
  });

  test("is not refused by a filter's own JSON: it is sent again", async () => {
    const denied = { type: "https://filter.example/errors/access-denied", title: "Access denied", status: 403 };
    await sending("message/c", message, {}, (_, count) => (count === 1 ? json(denied, 403) : json(item, 201)), async ({ told, delivery, again }) => {
      assert.deepEqual(await delivery(), { type: "toBeSent" });
      await again();
      assert.deepEqual([await delivery(), told.map(({ key }) => key)], [undefined, ["key", "key"]]);
    });
  });
});

suite("heart rates that are refused", () => {
  const problem = { field: "bpm", message: "must be from 20 to 300 beats per minute" };
  const answer = (sent: Sent) => {
    const { items } = sent.body as { items: typeof rates };
    return json({ items: items.map(({ bpm }, index) => (bpm < 20 || bpm > 300 ? { index, outcome: "refused", fields: [problem] } : { index, outcome: "recorded" })) });
  };

  test("stay with their reasons, and the others do not", async () => {
    await sending("health/all", pulse, { id: "1", heartRates: rates }, answer, async ({ memory, told, outbox, delivery, again }) => {
      const failed = await delivery();
      assert.ok(failed?.type === "failed");
      assert.deepEqual([failed.error.kind, failed.error.reason, failed.error.isWorthRetrying], ["refused", "validation", false]);
      assert.deepEqual(failed.error.fields, [0, 1].map((index) => ({ field: `items[${index}].bpm`, message: problem.message })));
      assert.deepEqual((await outbox.pending("health/all"))[0]?.shown, { id: "1", heartRates: [rates[0], rates[2]] });
      // The others have changed the summary.
      assert.ok(memory.news.some((news) => "outdated" in news));
      await outbox.retry("health/all", "1");
      await again();
      assert.deepEqual(told.map(({ body }) => (body as { items: { bpm: number }[] }).items.map(({ bpm }) => bpm)), [[5, 60, 900], [5, 900]]);
      // By the first key the server would say what it has said.
      assert.notEqual(told[1]?.key, "key");
      assert.equal((await delivery())?.type, "failed");
      assert.equal(await outbox.cancel("health/all", "1"), true);
      assert.equal(await delivery(), undefined);
    });
  });
});

suite("a record that was added long ago", () => {
  const stored = { ...resource, id: "r9", meta: { versionId: "1" } };
  const bundle = (...resources: object[]) => json({
    resourceType: "Bundle", entry: resources.map((resource) => ({
      resource, search: { mode: "match", extension: [{ url: "https://careline.example/fhir/annotations", valueString: "evening" }] },
    })),
  });
  const shown = { resource, annotations: ["Evening"] };
  const old = Date.now() - 24 * 3_600_000;
  const ahead = Date.now() + 7_200_000;

  for (const { how, found, isSent, givenAt = old } of [
    { how: "is looked for", found: [stored], isSent: false }, { how: "is stored where nothing says the same", found: [{ ...stored, status: "amended" }], isSent: true },
    { how: "is looked for where it was given by a clock that was ahead", found: [stored], isSent: false, givenAt: ahead },
  ]) test(how, async () => {
    const answer = ({ path }: Sent) => (path.endsWith("/_search") ? bundle(...found) : json(stored, 201));
    await sending("records/r4", record, shown, answer, async ({ told, delivery }) => {
      assert.deepEqual(told.map(({ path }) => path), ["/fhir/r4/Observation/_search", ...(isSent ? ["/fhir/r4/Observation"] : [])]);
      const since = Date.parse((told[0]?.body as URLSearchParams).get("_created")?.slice(2) ?? "");
      // By which clock nobody can say: from a day before now.
      if (givenAt === old) assert.equal(since, old - 3_600_000);
      else assert.ok(since <= Date.now() - 90_000_000 && since > Date.now() - 91_000_000);
      assert.equal(await delivery(), undefined);
    }, undefined, givenAt);
  });

  test("is not sent while nobody says what there is", async () => {
    const answer = () => json({});
    await sending("records/r4", record, shown, answer, async ({ told, delivery }) => {
      assert.deepEqual([told.length, await delivery()], [1, { type: "toBeSent" }]);
    }, undefined, old);
  });

  test("and one that was added just now is sent at once", async () => {
    await sending("records/r4", record, shown, () => json(stored, 201), async ({ told }) => assert.deepEqual(told.map(({ path }) => path), ["/fhir/r4/Observation"]));
  });

  test("says the same but for what the server writes", () => {
    assert.equal(says({ ...resource, meta: { tag: [] } }, stored), true);
    assert.equal(says({ ...resource, note: undefined }, stored), true);
    for (const other of [{ ...resource, note: [] }, { ...resource, valueQuantity: { value: 8001 } }, { ...resource, valueQuantity: [8000] }, { ...resource, valueQuantity: null }])
      assert.equal(says(other, stored), false);
  });
});
