import assert from "node:assert/strict";
import { suite } from "node:test";

import { CareError } from "../src/errors.ts";
import type { KeptSession, SessionEffect, SessionEvent, SessionPhase, Tokens } from "../src/session-machine.ts";
import { SessionMachine } from "../src/session-machine.ts";
import type { Case } from "./cases.ts";
import { run } from "./cases.ts";

const now = 1_790_000_000_000;
const tokens = (name: string, seconds: number, refreshToken: string | undefined = "r", userId = "jo"): Tokens =>
  ({ userId, accessToken: name, expiresAt: now + seconds * 1000, refreshToken, scope: "" });
const old = tokens("old", 20);
const good = tokens("good", 600);
const other = tokens("other", 600);
const brief = tokens("brief", 20, "t");
const anothers = tokens("another's", 600, "s", "sam");
const kept = (tokens?: Tokens): KeptSession => ({ userId: "jo", tokens });

const restored = (kept?: KeptSession): SessionEvent => ({ type: "restored", kept });
const asked: SessionEvent = { type: "asked", now };
const refused = (token: string): SessionEvent => ({ type: "refused", token });
const loggedIn = (tokens: Tokens): SessionEvent => ({ type: "loggedIn", tokens });
const refreshed = (tokens: Tokens, of = old): SessionEvent => ({ type: "refreshed", old: of, tokens });
const refreshFailed = (kind: "offline" | "expired", of = old): SessionEvent => ({ type: "refreshFailed", old: of, error: new CareError(kind) });
const loggedOut: SessionEvent = { type: "loggedOut" };

const fail = (kind: "loggedOut" | "expired" | "offline"): SessionEffect => ({ type: "fail", error: new CareError(kind) });
const hand = (token: string): SessionEffect => ({ type: "hand", token });
const keep = (kept?: KeptSession): SessionEffect => ({ type: "keep", kept });
const refresh = (tokens: Tokens): SessionEffect => ({ type: "refresh", tokens });

const out: SessionPhase = { type: "loggedOut" };
const is = (tokens: Tokens): SessionPhase => ({ type: "loggedIn", tokens });
const over: SessionPhase = { type: "expired", userId: "jo" };
const withoutRefresh: Tokens = { ...old, refreshToken: undefined };

interface Row extends Case<SessionEvent, SessionEffect> {
  phase: SessionPhase;
}

const row = (name: string, before: SessionEvent[], event: SessionEvent, effects: SessionEffect[], phase: SessionPhase): Row => ({ name, before, event, effects, phase });

suite("a session, event by event", () => {
  run(() => new SessionMachine(), [
    row("nobody", [restored()], asked, [fail("loggedOut")], out),
    row("somebody", [restored(kept(good))], asked, [hand("good")], is(good)),
    row("somebody whose session had ended", [restored(kept())], asked, [fail("expired")], over),
    row("a token in its last seconds is replaced", [restored(kept(old))], asked, [refresh(old)], is(old)),
    row("once", [restored(kept(old)), asked], asked, [], is(old)),
    row("and all get the new one", [restored(kept(old)), asked], refreshed(good), [hand("good")], is(good)),
    row("a login", [restored()], loggedIn(good), [keep(kept(good)), hand("good")], is(good)),
    row("a token that is refused is replaced", [restored(kept(good))], refused("good"), [refresh(good)], is(good)),
    row("one that was replaced meanwhile is not", [restored(kept(good))], refused("older"), [hand("good")], is(good)),
    row("the network is away: nothing ends", [restored(kept(old)), asked], refreshFailed("offline"), [fail("offline")], is(old)),
    row("the session has ended", [restored(kept(old)), asked], refreshFailed("expired"), [keep(kept()), fail("expired")], over),
    row("there is nothing to refresh it with", [restored(kept(withoutRefresh))], asked, [keep(kept()), fail("expired")], over),
    row("a logout", [restored(kept(good))], loggedOut, [keep(), fail("loggedOut")], out),
    row("a refresh that comes after it", [restored(kept(old)), asked, loggedOut], refreshed(good), [], out),
    row("a refresh that comes after another login", [restored(kept(old)), asked, loggedIn(other)], refreshed(good), [], is(other)),
    row("or fails after it", [restored(kept(old)), asked, loggedIn(other)], refreshFailed("expired"), [], is(other)),
    row("or while that one's own is under way", [restored(kept(old)), asked, loggedIn(brief), asked], refreshed(good), [], is(brief)),
    row("or fails then", [restored(kept(old)), asked, loggedIn(brief), asked], refreshFailed("expired"), [], is(brief)),
    row("that one's own is heard after it", [restored(kept(old)), asked, loggedIn(brief), asked, refreshFailed("expired")], refreshed(good, brief), [hand("good")], is(good)),
    row("another tab lets the same person in anew while it refreshes: theirs is the one", [restored(kept(old)), asked, restored(kept(other))], refreshed(good), [hand("other")], is(other)),
    row("and does not end by the one that it has ended", [restored(kept(old)), asked, restored(kept(other))], refreshFailed("expired"), [hand("other")], is(other)),
    row("another tab logs out while it refreshes: whoever waits hears so", [restored(kept(old)), asked, restored()], refreshed(good), [fail("loggedOut")], out),
    row("or lets somebody else in", [restored(kept(old)), asked, restored({ userId: "sam", tokens: anothers })], refreshed(good), [hand("another's")], is(anothers)),
  ], (machine, { phase }) => assert.deepEqual(machine.phase, phase));
});
