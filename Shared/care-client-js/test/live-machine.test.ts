import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { ErrorKind } from "../src/errors.ts";
import { CareError } from "../src/errors.ts";
import type { LiveEffect, LiveEvent, LivePhase } from "../src/live-machine.ts";
import { LiveMachine } from "../src/live-machine.ts";
import type { Case } from "./cases.ts";
import { Chance, run } from "./cases.ts";

const place = (sequence: number, epoch = "a") => ({ epoch, sequence });
const wanted = (at?: { epoch: string; sequence: number }): LiveEvent => ({ type: "wanted", place: at });
const opened: LiveEvent = { type: "opened" };
const resumed = (at: { epoch: string; sequence: number }, recovered = true): LiveEvent => ({ type: "resumed", recovered, place: at });
const entries = (...sequences: number[]): LiveEvent => ({ type: "entries", sequences });
const closed = (code?: number): LiveEvent => ({ type: "closed", code });
const failed = (kind: ErrorKind, status?: number): LiveEvent => ({ type: "failed", error: new CareError(kind, status === undefined ? {} : { status, reason: "a" }) });
const waited: LiveEvent = { type: "waited" };
const answered: LiveEvent = { type: "answered" };
const hurried: LiveEvent = { type: "hurried", isOtherNetwork: false };
const moved: LiveEvent = { type: "hurried", isOtherNetwork: true };
/** So many attempts in a row. */
const away = (count: number): LiveEvent[] => [wanted(place(7)), failed("offline"), ...Array.from({ length: count - 1 }, () => [waited, failed("offline")]).flat()];

const connect: LiveEffect = { type: "connect" };
const ended: LiveEffect[] = [{ type: "disconnect" }, { type: "outOfStep" }];
const broken = (failures = 1): LiveEffect[] => [{ type: "disconnect" }, { type: "pause", failures }, { type: "outOfStep" }];
const another: LiveEffect[] = [{ type: "disconnect" }, { type: "renewToken" }, connect, { type: "outOfStep" }];

const begun = [wanted(place(7)), opened];
const live = [...begun, resumed(place(7))];

interface Row extends Case<LiveEvent, LiveEffect> {
  phase: LivePhase;
  sequence?: number;
}

const row = (name: string, before: LiveEvent[], event: LiveEvent, effects: LiveEffect[], phase: LivePhase, sequence?: number): Row =>
  ({ name, before, event, effects, phase, ...(sequence !== undefined && { sequence }) });

suite("the live stream, event by event", () => {
  run(() => new LiveMachine(), [
    row("it connects", [], wanted(place(7)), [connect], "connecting", 7),
    row("once", [wanted(place(7))], wanted(), [], "connecting", 7),
    row("it goes on where it was", [wanted(place(7))], opened, [{ type: "resume", place: place(7) }], "resuming", 7),
    row("or begins", [wanted()], opened, [{ type: "resume", place: undefined }], "resuming"),
    row("nothing was missed", begun, resumed(place(7)), [{ type: "inStep" }], "live", 7),
    row("too much was missed", begun, resumed(place(9000), false), [{ type: "loadAnew", place: place(9000) }], "live", 9000),
    row("who had no place has missed all", [wanted(), opened], resumed(place(3)), [{ type: "loadAnew", place: place(3) }], "live", 3),
    row("a place of another epoch is none", begun, resumed(place(7, "b")), [{ type: "loadAnew", place: place(7, "b") }], "live", 7),
    row("entries are kept with the place after them", live, entries(8, 9), [{ type: "keep", from: 0, place: place(9) }], "live", 9),
    row("what is known is left out", live, entries(6, 7, 8), [{ type: "keep", from: 2, place: place(8) }], "live", 8),
    row("nothing new", live, entries(6, 7), [], "live", 7),
    row("a gap: again from before it", live, entries(9), broken(), "waiting", 7),
    row("a gap within keeps nothing of what is behind", live, entries(8, 10), broken(), "waiting", 7),
    row("entries before the resume are none", begun, entries(8), [], "resuming", 7),
    row("the server restarts", live, closed(1001), broken(), "waiting", 7),
    row("it breaks off", live, closed(), broken(), "waiting", 7),
    row("the token has ended: another one, at once", live, closed(4401), another, "connecting", 7),
    row("another one that is not taken either waits", [...live, closed(4401)], closed(4401), broken(), "waiting", 7),
    row("after a while it may be tried at once again", [...live, closed(4401), opened, resumed(place(7)), { type: "steady" }], closed(4401), another, "connecting", 7),
    row("no way there", [wanted(place(7))], failed("offline"), broken(), "waiting", 7),
    row("waits grow", [wanted(place(7)), failed("offline"), waited], failed("offline"), broken(2), "waiting", 7),
    row("a connection that does not last makes them grow too", [...live, closed(1013), waited, opened, resumed(place(7))], closed(1013), broken(2), "waiting", 7),
    row("the session has ended", live, failed("expired"), ended, "off", 7),
    row("nobody is logged in", live, failed("loggedOut"), ended, "off", 7),
    row("it is not allowed", [wanted(place(7))], failed("refused", 403), ended, "off", 7),
    row("another refusal passes", [wanted(place(7))], failed("refused", 409), broken(), "waiting", 7),
    row("a disk that is full passes", [wanted(place(7))], failed("storage"), broken(), "waiting", 7),
    row("an answer that is not the server's passes", [wanted(place(7))], failed("unreadable"), broken(), "waiting", 7),
    row("a token that is not given passes", [wanted(place(7))], failed("login"), broken(), "waiting", 7),
    row("the server's own fault passes", [wanted(place(7))], failed("server", 403), broken(), "waiting", 7),
    row("the token lacks the scope", live, closed(4403), ended, "off", 7),
    row("a pause ends", [...live, closed()], waited, [connect], "connecting", 7),
    row("the network is back", [...live, closed()], hurried, [{ type: "hurry" }, connect], "connecting", 7),
    row("a long wait ends where something is answered", away(5), answered, [{ type: "hurry" }, connect], "connecting", 7),
    row("a short one goes on", away(4), answered, [], "waiting", 7),
    row("whoever is answered again and again still waits", [...away(5), answered, failed("offline")], answered, [], "waiting", 7),
    row("and tries a second time soon", [...away(5), answered, failed("offline"), waited, failed("offline")], answered, [{ type: "hurry" }, connect], "connecting", 7),
    row("an answer while it is live says nothing", live, answered, [], "live", 7),
    row("nor does one while it is opened", begun, answered, [], "resuming", 7),
    row("it was never gone, as far as anybody knows", live, hurried, [{ type: "ask" }], "live", 7),
    row("on another network either", live, moved, [{ type: "ask" }], "live", 7),
    row("while it is opened there is nothing to hurry", begun, hurried, [], "resuming", 7),
    row("but what was begun on another network is begun anew", [wanted(place(7))], moved, [{ type: "disconnect" }, connect], "connecting", 7),
    row("also where it was opened there", begun, moved, [{ type: "disconnect" }, connect], "connecting", 7),
    row("nobody wants it on another network either", [], moved, [], "off"),
    row("silence", live, { type: "silent" }, broken(), "waiting", 7),
    row("a fresh token", live, { type: "renewed", token: "t" }, [{ type: "authorize", token: "t" }], "live", 7),
    row("what was not kept is asked for again", [...live, entries(8)], { type: "notKept", place: place(7) }, broken(), "waiting", 7),
    row("it ends", live, { type: "unwanted" }, ended, "off", 7),
    row("what comes after the end says nothing", [...live, { type: "unwanted" }], entries(8), [], "off", 7),
  ], (machine, { phase, sequence }) => assert.deepEqual([machine.phase, machine.place?.sequence], [phase, sequence]));

  test("whatever breaks off when, each entry is kept once, in order", () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const chance = new Chance(seed);
      const machine = new LiveMachine();
      const kept: number[] = [];
      let server = 0;
      const tell = (event: LiveEvent, came: number[] = []) => {
        for (const effect of machine.handle(event)) if (effect.type === "keep") kept.push(...came.slice(effect.from));
      };
      tell(wanted(place(0)));
      for (let step = 0; step < 300; step += 1) {
        server += chance.below(3);
        switch (machine.phase) {
          case "connecting": tell(chance.below(2) ? opened : failed("offline")); break;
          case "resuming": tell(resumed(machine.place ?? place(0))); break;
          case "waiting": tell(waited); break;
          case "off": assert.fail("nobody ended it"); break;
          case "live": {
            if (!chance.below(5)) {
              tell(closed());
              break;
            }
            // A network that repeats and loses frames.
            const from = Math.max(1, kept.length + chance.below(5) - 2);
            const came = Array.from({ length: Math.max(0, server - from + 1) }, (_, index) => from + index);
            if (came.length) tell(entries(...came), came);
          }
        }
      }
      assert.ok(kept.length > 20);
      assert.deepEqual(kept, kept.map((_, index) => index + 1));
    }
  });
});
