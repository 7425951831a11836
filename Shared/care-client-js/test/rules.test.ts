import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { read } from "../src/calls.ts";
import { CareError, careError, refusal } from "../src/errors.ts";
import { beginLogin, codeIn, loginAddress, userOf } from "../src/login.ts";
import type { Message } from "../src/messaging.ts";
import { hearing, merge } from "../src/messaging.ts";
import { mergePage } from "../src/page-merge.ts";
import { retryPause } from "../src/retry.ts";
import { Newest, State } from "../src/state.ts";
import type { Conversation, Item } from "../src/types.ts";

suite("what becomes of a cached list when its first page was fetched anew", () => {
  const cases: [name: string, page: number[], next: string | undefined, cached: number[], cachedNext: string | undefined, removed: string[], cursor: string | undefined, isStale?: boolean][] = [
    ["nothing was here", [9, 8], "n", [], undefined, [], "n"],
    ["older ones stay", [9, 8], "n", [8, 7, 6], "c", [], "c"],
    ["to the end", [9, 8], "n", [8, 7, 6], undefined, [], undefined],
    ["what is gone from the page goes", [9, 7], "n", [9, 8, 7, 6], "c", ["8"], "c"],
    ["something may lie between: the rest goes", [99, 98], "n", [8, 7], "c", ["8", "7"], "n"],
    ["the page is all there is", [9, 8], undefined, [8, 7, 6], "c", ["7", "6"], undefined],
    ["an empty list", [], undefined, [8], undefined, ["8"], undefined],
    ["older parts may have changed", [9, 8], "n", [8, 7], "c", ["7"], "n", true],
    ["what has come up leaves its place", [9, 8], "n", [8, 7], "c", [], "c"],
    ["nothing older is left", [9, 8], "n", [9, 8], undefined, [], "n"],
  ];
  const places = (positions: number[]) => positions.map((position) => ({ key: String(position), position }));
  for (const [name, page, next, cached, cachedNext, removed, cursor, isStale] of cases)
    test(name, () => assert.deepEqual(mergePage(places(page), next, places(cached), cachedNext, isStale), { removed, cursor }));

  // Records of one millisecond: whether one of them comes before the page's end or after it, nobody knows.
  for (const isOnThePage of [false, true]) test(`what stands at the page's edge is asked for again, and ${isOnThePage ? "not what is on it" : "all behind it"}`, () => {
    const page = [{ key: "a", position: 9 }, { key: "b", position: 8 }];
    const cached = [{ key: "b", position: 8 }, { key: "c", position: isOnThePage ? 9 : 8 }, { key: "d", position: 7 }];
    assert.deepEqual(mergePage(page, "n", cached, "c"), isOnThePage ? { removed: ["c"], cursor: "c" } : { removed: ["c", "d"], cursor: "n" });
  });
});

suite("a login", () => {
  const issuer = "https://care.example";
  const redirect = "https://app.example/back";
  const attempt = { ...beginLogin("app", redirect, ["messages:read"]), state: "s", nonce: "n" };
  const idToken = (claims: object) => `e30.${Buffer.from(JSON.stringify({ iss: issuer, aud: "app", nonce: "n", exp: 2000, sub: "jo", ...claims })).toString("base64url")}.x`;
  const reason = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return (error as CareError).reason;
    }
    return undefined;
  };

  test("asks with PKCE", async () => {
    const { searchParams } = new URL(await loginAddress({ ...attempt, verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" }, `${issuer}/oauth/authorize`));
    // RFC 7636, appendix B.
    assert.equal(searchParams.get("code_challenge"), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    assert.equal(searchParams.get("scope"), "messages:read offline_access openid");
    assert.match(beginLogin("app", redirect, []).verifier, /^[\w-]{43}$/);
  });

  test("takes the answer to its own question alone", () => {
    const answer = `state=s&iss=${encodeURIComponent(issuer)}`;
    assert.equal(codeIn(`${redirect}?code=c&${answer}`, attempt, issuer), "c");
    const refused = {
      [`${redirect}?error=access_denied&${answer}`]: "access_denied", [`https://app.example/other?code=c&${answer}`]: "redirect",
      [`https://other.example/back?code=c&${answer}`]: "redirect", [`${redirect}?code=c&state=t&iss=${issuer}`]: "state", [`${redirect}?code=c&state=s&${answer}`]: "state",
      [`${redirect}?code=c&state=s`]: "iss", [`${redirect}?code=c&state=s&iss=https://evil.example`]: "iss", [`${redirect}?${answer}`]: "code",
      [`${redirect}?code=c&code=d&${answer}`]: "code",
    };
    for (const [address, why] of Object.entries(refused)) assert.equal(reason(() => codeIn(address, attempt, issuer)), why, address);
  });

  test("is of whom the id token names", () => {
    assert.equal(userOf(idToken({}), attempt, issuer, 1_000_000), "jo");
    assert.equal(userOf(idToken({ aud: ["other", "app"] }), attempt, issuer, 5_000_000), "jo");
    const cases: [object, string][] = [[{ iss: "https://evil.example" }, "iss"], [{ aud: "other" }, "aud"], [{ nonce: "m" }, "nonce"], [{ exp: "2000" }, "exp"], [{ sub: "" }, "sub"]];
    for (const [claims, why] of cases) assert.equal(reason(() => userOf(idToken(claims), attempt, issuer, 1_000_000)), why);
    assert.equal(reason(() => userOf(idToken({}), attempt, issuer, 6_000_000)), "exp");
    for (const token of [undefined, "", "a.b", "e30.!.x"]) assert.equal(reason(() => userOf(token, attempt, issuer, 1_000_000)), "id_token");
  });
});

suite("errors", () => {
  test("have the problem's fields, and are kept with them", () => {
    const body = { type: "https://care.example/problems/quota-exceeded", title: "Full", status: 409, detail: "d", requestId: "r", limit: 5, used: 5, fields: [{ field: "a", message: "b" }] };
    const error = refusal(409, JSON.stringify(body));
    assert.deepEqual(
      [error.kind, error.reason, error.status, error.title, error.detail, error.requestId, error.fields, error.numbers, error.isWorthRetrying],
      ["refused", "quota-exceeded", 409, "Full", "d", "r", body.fields, { limit: 5, used: 5 }, false]);
    assert.deepEqual(CareError.from(error.toJSON()).toJSON(), error.toJSON());
  });

  test("of health records are named by the first issue that is one", () => {
    const issue = [{ severity: "warning", code: "informational" }, { severity: "error", code: "required", diagnostics: "status is missing.", expression: ["Observation.status"] }];
    const error = refusal(400, JSON.stringify({ resourceType: "OperationOutcome", issue }));
    assert.deepEqual([error.kind, error.reason, error.status, error.title], ["refused", "required", 400, "status is missing."]);
    assert.deepEqual(error.fields, [{ field: "Observation.status", message: "status is missing." }]);
    assert.equal(refusal(503, '{"resourceType": "OperationOutcome"}').kind, "server");
  });

  test("change nothing of others, whatever their members are called", () => {
    const error = refusal(409, '{"type": "https://care.example/problems/taken", "__proto__": 5, "constructor": 6, "fields": {"__proto__": {"isAdmin": true}}}');
    assert.deepEqual(Object.keys(error.numbers ?? {}), ["__proto__", "constructor"]);
    assert.equal(Object.getPrototypeOf(error.numbers), Object.prototype);
    assert.equal("isAdmin" in {}, false);
    assert.equal(({}).constructor, Object);
  });

  test("tell a captive portal, a server's fault and a lost network apart", () => {
    assert.equal(refusal(403, "<html>").kind, "server");
    assert.equal(refusal(403, "null").kind, "server");
    for (const type of ["about:blank", "https://cdn.example/errors/access-denied", "https://cdn.example/problems/", "forbidden", 7, { toString: 7 }]) {
      const { kind, isWorthRetrying } = refusal(403, JSON.stringify({ type, title: "Access denied", status: 403 }));
      assert.deepEqual([kind, isWorthRetrying], ["server", true], JSON.stringify(type));
    }
    assert.equal(refusal(503, '{"type": "https://care.example/problems/busy"}', 3).retryAfter, 3);
    assert.equal(careError(new TypeError("Failed to fetch")).kind, "offline");
    assert.equal(careError(new DOMException("", "TimeoutError")).kind, "offline");
    assert.equal(careError(new DOMException("", "QuotaExceededError")).kind, "storage");
  });

  test("of what a proxy takes for too large say so, which is so each time", () => {
    for (const status of [413, 414, 431]) {
      const { kind, reason, isWorthRetrying } = refusal(status, "<html>");
      assert.deepEqual([kind, reason, isWorthRetrying], ["refused", "too-large", false]);
    }
    assert.equal(refusal(413, '{"type": "https://care.example/problems/body-too-large"}').reason, "body-too-large");
    assert.equal(refusal(400, "<html>").kind, "server");
  });

  test("waits are random, grow, and are no shorter than the server wants", () => {
    assert.deepEqual([retryPause(1, 0), retryPause(2, 0), retryPause(3, 0.5), retryPause(30, 0)], [250, 500, 1500, 30_000]);
    assert.equal(retryPause(1, 0, 7), 7000);
    // A timer of more than 24.8 days would be over at once.
    for (const seconds of [2_147_484, 1e12, Infinity]) assert.equal(retryPause(1, 0, seconds), 86_400_000);
  });

  test("an answer of success is JSON, or nothing", async () => {
    const answer = (body: string | null, type?: string, status = 200, more = {}) => {
      const said = new Response(body, { status, headers: { ...(type && { "Content-Type": type }), ...more } });
      return read(Object.defineProperty(said, "url", { value: "https://care.example/feed" }));
    };
    for (const type of ["application/json", "Application/FHIR+JSON; charset=utf-8"]) assert.deepEqual(await answer("{}", type), {});
    assert.equal(await answer(null, undefined, 204), undefined);
    assert.equal(await answer("", "text/html"), undefined);
    await assert.rejects(answer("<html>", "text/html; charset=utf-8"), { kind: "server", status: 200 });
    await assert.rejects(answer("{", "application/json"), { kind: "unreadable" });
    for (const [said, retryAfter] of [["7", 7], ["31536000", 86_400], ["-1", undefined], ["Fri, 06 Mar 2026 08:15:00 GMT", undefined]] as const)
      await assert.rejects(answer("", "text/plain", 503, { "Retry-After": said }), { kind: "server", retryAfter });
  });
});

suite("states", () => {
  test("who is slow gets the newest", async () => {
    const state = new State(1);
    const seen: number[] = [];
    for await (const value of state) {
      seen.push(value);
      if (value === 3) break;
      state.set(2);
      state.set(3);
    }
    assert.deepEqual(seen, [1, 3]);
  });

  test("an error comes after what was given, once", async () => {
    let ends = 0;
    const follower = new Newest<number>(() => (ends += 1));
    follower.give(1);
    follower.end(new CareError("offline"));
    assert.deepEqual(await follower.next(), { done: false, value: 1 });
    await assert.rejects(follower.next(), { kind: "offline" });
    assert.deepEqual([await follower.next(), ends], [{ done: true, value: undefined }, 1]);
  });

  test("who waits hears the end", async () => {
    const follower = new Newest<number>(() => {});
    const next = follower.next();
    await follower.return();
    assert.deepEqual(await next, { done: true, value: undefined });
  });
});

suite("conversations", () => {
  const at = "2026-03-06T08:15:00Z";
  const message = (sequence: number, authorId: string, text: string): Item =>
    ({ id: `m${sequence}`, conversationId: "c", sequence, kind: "text", authorId, clientId: `k${sequence}`, content: { text }, createdAt: at });
  const conversation: Conversation = {
    id: "c", participants: [{ userId: "jo", seenSequence: 0 }, { userId: "dr", seenSequence: 1 }], unreadCount: 1, closed: false, preview: "Hello", createdAt: at,
    updatedAt: at, lastMessage: message(1, "dr", "Hello"),
  };
  const entry = (more: object) => ({ sequence: 1, at, kind: "item", conversationId: "c", ...more });

  test("hear what is said", () => {
    const heard = hearing(conversation, entry({ item: { ...message(2, "dr", "Two\nlines"), createdAt: "2026-03-06T09:00:00Z" } }), "jo");
    assert.deepEqual([heard?.preview, heard?.unreadCount, heard?.updatedAt, heard?.lastMessage?.sequence], ["Two lines", 2, "2026-03-06T09:00:00Z", 2]);
    assert.equal(hearing(conversation, entry({ item: message(2, "jo", "Mine") }), "jo")?.unreadCount, 1);
    assert.equal(hearing(conversation, entry({ item: message(1, "dr", "Again") }), "jo"), conversation);
  });

  test("hear who has seen it, as far as an entry tells", () => {
    assert.equal(hearing(conversation, entry({ kind: "seen", seen: { userId: "jo", sequence: 1 } }), "jo")?.unreadCount, 0);
    assert.equal(hearing(conversation, entry({ kind: "seen", seen: { userId: "jo", sequence: 0 } }), "jo"), undefined);
    assert.equal(hearing(conversation, entry({ kind: "seen", seen: { userId: "no", sequence: 1 } }), "jo"), undefined);
    assert.equal(hearing(conversation, entry({ item: { ...message(2, "dr", ""), kind: "image", content: {} } }), "jo"), undefined);
  });

  test("show what waits before what the server has, and nothing twice", () => {
    const waiting = (clientId: string): Message => ({ ...message(0, "jo", clientId), clientId, delivery: { type: "toBeSent" } });
    const shown = merge([waiting("k2"), waiting("k3"), waiting("k4")], [message(2, "jo", "2"), message(1, "dr", "1")]);
    assert.deepEqual(shown.map((each) => [each.clientId, each.delivery.type]), [["k4", "toBeSent"], ["k3", "toBeSent"], ["k2", "sent"], ["k1", "sent"]]);
  });
});
