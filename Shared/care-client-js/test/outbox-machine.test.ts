import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { CareError } from "../src/errors.ts";
import type { OutboxEffect, OutboxEvent } from "../src/outbox-machine.ts";
import { fate, OutboxMachine } from "../src/outbox-machine.ts";
import type { Case } from "./cases.ts";
import { Chance, run } from "./cases.ts";

const offline = new CareError("offline");
const busy = new CareError("server", { status: 503, retryAfter: 5 });
const refused = new CareError("refused", { status: 403, reason: "not-received" });
const unauthorized = new CareError("refused", { status: 401, reason: "unauthorized" });
const expired = new CareError("expired");

const opened: OutboxEvent = { type: "opened" };
const entry = (position: number, lane = "a", hasFailed = false) => ({ position, lane, hasFailed });
const loaded = (...entries: ReturnType<typeof entry>[]): OutboxEvent => ({ type: "loaded", entries });
const failed = (position: number, error: CareError): OutboxEvent => ({ type: "failed", position, error });
const givenUp = (position: number): OutboxEvent => ({ type: "givenUp", position });
const delivered = (position: number): OutboxEvent => ({ type: "delivered", position });
const waited = (lane = "a"): OutboxEvent => ({ type: "waited", lane });
const networkBack: OutboxEvent = { type: "networkBack" };

const deliver = (position: number): OutboxEffect => ({ type: "deliver", position });
const pause = (failures: number, atLeast?: number): OutboxEffect => ({ type: "pause", lane: "a", failures, atLeast });

/** 1 is on its way, 2 waits behind it. */
const two = () => [opened, loaded(entry(1), entry(2))];

const row = (name: string, before: OutboxEvent[], event: OutboxEvent, effects: OutboxEffect[]): Case<OutboxEvent, OutboxEffect> => ({ name, before, event, effects });

suite("what is sent when, event by event", () => {
  run(() => new OutboxMachine(), [
    row("it goes at once", [opened], loaded(entry(1)), [deliver(1)]),
    row("not while nobody is logged in, or another tab sends", [], loaded(entry(1)), []),
    row("but then", [loaded(entry(1))], opened, [deliver(1)]),
    row("not before what was given earlier", [opened, loaded(entry(1))], loaded(entry(1), entry(2)), []),
    row("another lane does not wait", two(), loaded(entry(1), entry(2), entry(3, "b")), [deliver(3)]),
    row("the next when it has arrived", two(), delivered(1), [deliver(2)]),
    row("without a network it waits, and the rest behind it", two(), failed(1, offline), [pause(1)]),
    row("as long as the server wants", two(), failed(1, busy), [pause(1, 5)]),
    row("a disk that is full refuses nothing: it waits", two(), failed(1, new CareError("storage")), [pause(1)]),
    row("nor does who gives no token", two(), failed(1, new CareError("login", { reason: "invalid_dpop_proof" })), [pause(1)]),
    row("nor what is no answer to it", two(), failed(1, new CareError("unreadable")), [pause(1)]),
    row("nor a page that is called a success", two(), failed(1, new CareError("server", { status: 200 })), [pause(1)]),
    row("then it is sent again, before the rest", [...two(), failed(1, offline)], waited(), [deliver(1)]),
    row("or when the network is back", [...two(), failed(1, offline)], networkBack, [deliver(1)]),
    row("not when something is added", [...two(), failed(1, offline)], loaded(entry(1), entry(2), entry(3)), []),
    row("failures are counted", [...two(), failed(1, offline), waited()], failed(1, offline), [pause(2)]),
    row("but those of the network that was gone are not", [...two(), failed(1, offline), networkBack], failed(1, offline), [pause(1)]),
    row("what had left by another network goes again at once, before the rest", two(), givenUp(1), [deliver(1)]),
    row("but not where nobody is logged in any more", [...two(), { type: "closed" }], givenUp(1), []),
    row("a fresh token that is not taken fails nothing: the message waits", two(), failed(1, unauthorized), [pause(1)]),
    row("and longer each time", [...two(), failed(1, unauthorized), waited()], failed(1, unauthorized), [pause(2)]),
    row("or until the next login", [...two(), failed(1, unauthorized)], opened, [deliver(1)]),
    row("what is refused stays, and the next goes", two(), failed(1, refused), [deliver(2)]),
    row("until it is tried again", [...two(), failed(1, refused), delivered(2)], loaded(entry(1)), [deliver(1)]),
    row("what waits can be taken back", two(), loaded(entry(1)), []),
    row("and is not sent then", [...two(), loaded(entry(1))], delivered(1), []),
    row("the session has ended: nothing fails by it", two(), failed(1, expired), []),
    row("and all goes on afterwards", [...two(), failed(1, expired)], opened, [deliver(1)]),
    row("closed it sends nothing more", [...two(), { type: "closed" }], delivered(1), []),
    row("what is on its way stays so", two(), loaded(entry(1), entry(2)), []),
    row("what had failed before a restart is not sent", [opened], loaded(entry(1, "a", true), entry(2)), [deliver(2)]),
    row("four lanes at once", [opened], loaded(...["a", "b", "c", "d", "e"].map((lane, index) => entry(index, lane))), [0, 1, 2, 3].map(deliver)),
  ]);

  test("what becomes of what was not taken", () => {
    assert.equal(fate(offline, "message/1"), "triedAgain");
    assert.equal(fate(new CareError("refused", { status: 429, reason: "too-many-requests" }), "message/1"), "triedAgain");
    assert.equal(fate(new CareError("refused", { status: 409, reason: "request-in-progress" }), "message/1"), "triedAgain");
    assert.equal(fate(refused, "message/1"), "refused");
    for (const kind of ["storage", "login", "unreadable", "server", "unsupported"] as const)
      for (const lane of ["message/1", "seen/1"]) assert.equal(fate(new CareError(kind), lane), "triedAgain", kind);
    assert.equal(fate(refused, "seen/1"), "dropped");
    assert.equal(fate(offline, "seen/1"), "triedAgain");
    for (const lane of ["message/1", "seen/1"]) assert.equal(fate(unauthorized, lane), "triedAgain");
    assert.equal(fate(expired, "seen/1"), "kept");
    assert.equal(fate(new CareError("unsupportedVersion"), "message/1"), "kept");
  });

  test("whatever fails when, each lane arrives whole and in its order, one at a time", () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const chance = new Chance(seed);
      const machine = new OutboxMachine();
      const lane = (position: number) => `lane ${position % 3}`;
      let disk: number[] = [];
      let onTheWay: number[] = [];
      const paused = new Set<string>();
      const arrived: Record<string, number[]> = {};
      const given: Record<string, number[]> = {};
      const tell = (event: OutboxEvent) => {
        for (const effect of machine.handle(event)) {
          if (effect.type === "pause") paused.add(effect.lane);
          else {
            assert.ok(!onTheWay.some((position) => lane(position) === lane(effect.position)));
            onTheWay.push(effect.position);
          }
        }
      };
      const load = () => tell(loaded(...disk.map((position) => entry(position, lane(position)))));
      const step = () => {
        const waiting = chance.one([...paused]);
        if (waiting !== undefined && chance.below(2)) {
          paused.delete(waiting);
          tell(waited(waiting));
        }
        const position = chance.one(onTheWay);
        if (position === undefined) return;
        onTheWay = onTheWay.filter((other) => other !== position);
        switch (chance.below(4)) {
          case 0: return tell(failed(position, offline));
          case 1:
            tell(failed(position, expired));
            return tell(opened);
          default:
            (arrived[lane(position)] ??= []).push(position);
            disk = disk.filter((other) => other !== position);
            if (chance.below(2)) load();
            return tell(delivered(position));
        }
      };
      tell(opened);
      for (let position = 1; position <= 60; position += 1) {
        (given[lane(position)] ??= []).push(position);
        disk.push(position);
        load();
        step();
      }
      for (let steps = 0; disk.length && steps < 10_000; steps += 1) step();
      assert.deepEqual(arrived, given);
    }
  });
});
