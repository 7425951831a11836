import assert from "node:assert/strict";
import { suite } from "node:test";

import { CareError } from "../src/errors.ts";
import type { RefreshingState, WatchEffect, WatchEvent } from "../src/watch-machine.ts";
import { WatchMachine } from "../src/watch-machine.ts";
import type { Case } from "./cases.ts";
import { run } from "./cases.ts";

const offline = new CareError("offline");
const later = new CareError("server", { status: 503, retryAfter: 7 });
const never = new CareError("refused", { status: 404, reason: "not-found" });
const damaged = new CareError("storage");

const began: WatchEvent = { type: "began" };
const read = (found: boolean): WatchEvent => ({ type: "read", found });
const fetched: WatchEvent = { type: "fetched" };
const fetchFailed = (error: CareError): WatchEvent => ({ type: "fetchFailed", error });
const changed: WatchEvent = { type: "changed" };
const outdated: WatchEvent = { type: "outdated" };
const outOfStep: WatchEvent = { type: "outOfStep" };
const inStep: WatchEvent = { type: "inStep" };
const readFailed: WatchEvent = { type: "readFailed", error: damaged };
const retried: WatchEvent = { type: "retried" };

const effects = (...names: ("read" | "fetch" | "show")[]): WatchEffect[] => names.map((type) => ({ type }));
const end = (error: CareError): WatchEffect[] => [{ type: "end", error }];
const pause = (failures: number, atLeast?: number): WatchEffect => ({ type: "pause", failures, atLeast });

const refreshing: RefreshingState = { type: "refreshing" };
const refreshed: RefreshingState = { type: "refreshed" };
const hasFailed = (error: CareError): RefreshingState => ({ type: "failed", error });

const whole = [began, read(true), fetched, read(true)];

interface Row extends Case<WatchEvent, WatchEffect> {
  isFresh: boolean;
  state: RefreshingState;
}

const row = (name: string, before: WatchEvent[], event: WatchEvent, effects: WatchEffect[], state = refreshing, isFresh = false): Row =>
  ({ name, before, event, effects, isFresh, state });

suite("what a watcher does, event by event", () => {
  run(() => new WatchMachine(), [
    row("it reads what is here and fetches meanwhile", [], began, effects("read", "fetch")),
    row("what was outdated just before is fetched once", [outdated], began, effects("read")),
    row("what is here is shown at once", [began], read(true), effects("show")),
    row("nothing here: it waits for what is fetched", [began], read(false), []),
    row("what was fetched is read before it is called fresh", [began, read(false)], fetched, effects("read"), refreshed),
    row("and then shown", [began, read(false), fetched], read(true), effects("show"), refreshed, true),
    row("what was being read meanwhile is from before, and not fresh", [began, fetched], read(true), effects("show", "read"), refreshed),
    row("what is read after it is", [began, fetched, read(true)], read(true), effects("show"), refreshed, true),
    row("nothing here and nothing to be had: it ends", [began, read(false)], fetchFailed(offline), end(offline), hasFailed(offline)),
    row("the same, in the other order", [began, fetchFailed(never)], read(false), end(never), hasFailed(never)),
    row("with something here it goes on, and tries again", [began, read(true)], fetchFailed(later), [...effects("show"), pause(1, 7)], hasFailed(later)),
    row("what will never be is not tried again", [began, read(true)], fetchFailed(never), effects("show"), hasFailed(never)),
    row("failures are counted", [began, read(true), fetchFailed(offline), retried], fetchFailed(offline), [...effects("show"), pause(2)], hasFailed(offline)),
    row("a pause ends", [began, read(true), fetchFailed(offline)], retried, effects("show", "fetch")),
    row("nothing failed: nothing to try again", whole, retried, [], refreshed, true),
    row("a change is read", whole, changed, effects("read"), refreshed),
    row("a change while reading is read after it, and what is shown is not fresh without it", [...whole, changed, changed], read(true), effects("show", "read"), refreshed),
    row("with it it is", [...whole, changed, changed, read(true)], read(true), effects("show"), refreshed, true),
    row("what is outdated is fetched", whole, outdated, effects("show", "fetch")),
    row("what is outdated while it is fetched is fetched after it", [...whole, outdated, outdated], fetched, effects("read", "fetch")),
    row("the same when the fetch fails", [...whole, outdated, outdated], fetchFailed(offline), effects("fetch")),
    row("out of step it is fresh no more", whole, outOfStep, effects("show"), refreshed),
    row("in step again it is, without a fetch", [...whole, outOfStep], inStep, effects("show"), refreshed, true),
    row("but not while a change is read", [...whole, outOfStep, changed], inStep, effects("show"), refreshed),
    row("what was never fetched is not fresh by being in step", [began, read(true)], inStep, []),
    row("what failed is not fresh by being in step", [began, read(true), fetchFailed(offline)], inStep, [], hasFailed(offline)),
    row("a cache that cannot be read ends it", [began], { type: "readFailed", error: damaged }, end(damaged)),
    row("but not what is shown, which is old then", [...whole, changed], readFailed, [...effects("show"), pause(1)], hasFailed(damaged)),
    row("the same of what was just fetched", [began, read(true), fetched], readFailed, [...effects("show"), pause(1)], hasFailed(damaged)),
    row("then it looks again", [...whole, changed, readFailed], retried, effects("show", "fetch")),
    row("what fails again waits longer", [...whole, changed, readFailed, retried, fetched], readFailed, [...effects("show"), pause(2)], hasFailed(damaged)),
    row("what changed while it could not be read is read", [...whole, changed, changed], readFailed, effects("read"), refreshed),
    row("while it is fetched that is waited for", [...whole, outdated, changed], readFailed, []),
    row("it ends for whoever comes after its person", whole, { type: "disowned" }, end(new CareError("loggedOut")), refreshed, true),
  ], (machine, { isFresh, state }) => assert.deepEqual([machine.isDataFresh, machine.refreshing], [isFresh, state]));
});
