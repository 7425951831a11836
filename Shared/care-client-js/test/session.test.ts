import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { Session } from "../src/session.ts";
import type { Edit, Store } from "../src/store.ts";
import { settled, withGlobals } from "./cases.ts";

suite("a session", () => {
  /** Of a page whose store holds these marks, and whose server answers so. */
  const running = async (
    marks: Map<string, unknown>, answer: (address: string, options: RequestInit) => Response, work: (session: Session) => Promise<void>, bindsTokens = false,
    change: (type: string) => void = () => {},
  ) => {
    const edit = { mark: async (name: string) => marks.get(name), setMark: async (name: string, value: unknown) => void marks.set(name, value) } as unknown as Edit;
    const all = (work: (edit: Edit) => Promise<unknown>) => work(edit);
    const store = { listen() {}, tellOthers() {}, read: all, edit: all } as unknown as Store;
    const locks = { request: (_: string, work: () => Promise<unknown>) => work() };
    await withGlobals({ fetch: async (address: string, options: RequestInit) => answer(String(address), options), navigator: { locks } }, async () => {
      const session = new Session("https://care.example", "app", "https://app.example/back", store, bindsTokens);
      await session.begin(async ({ type }) => change(type));
      await work(session);
    });
  };
  const kept = (more: object = {}) => new Map<string, unknown>([["session", { userId: "jo", tokens: { userId: "jo", accessToken: "a", expiresAt: 0, refreshToken: "r", scope: "", ...more } }]]);
  const headers = (session: Session, token: string) =>
    new Promise((resolve) => void session.present(token, "GET", "https://care.example/feed", async (headers) => {
      resolve(Object.keys(headers).length === 1 ? headers : { ...headers, DPoP: "…" });
      return Response.json({});
    }));

  for (const { type, bindsTokens, isBound } of [
    { type: "DPoP", bindsTokens: true, isBound: true }, { type: "Bearer", bindsTokens: true, isBound: false }, { type: "Bearer", bindsTokens: false, isBound: false },
  ]) test(`that ${bindsTokens ? "binds" : "does not bind"} its tokens shows one of type ${type} ${isBound ? "with a proof" : "as a bearer"}`, async () => {
    const proofs: (string | null)[] = [];
    const answer = (_: string, options: RequestInit) => {
      proofs.push(new Headers(options.headers).get("DPoP"));
      return Response.json({ access_token: "b", expires_in: 3600, refresh_token: "s", token_type: type });
    };
    await running(kept(), answer, async (session) => {
      assert.equal(await session.token(), "b");
      assert.deepEqual(await headers(session, "b"), isBound ? { Authorization: "DPoP b", DPoP: "…" } : { Authorization: "Bearer b" });
    }, bindsTokens);
    assert.deepEqual(proofs.map((proof) => proof !== null), [bindsTokens]);
  });

  test("that was bound goes on so, though the page binds none any more", async () => {
    const proofs: boolean[] = [];
    const answer = (_: string, options: RequestInit) => {
      proofs.push(new Headers(options.headers).has("DPoP"));
      return Response.json({ access_token: "b", expires_in: 3600, refresh_token: "s", token_type: "DPoP" });
    };
    await running(kept({ isBound: true }), answer, async (session) => {
      assert.deepEqual(await headers(session, "a"), { Authorization: "DPoP a", DPoP: "…" });
      assert.equal(await session.token(), "b");
    });
    assert.deepEqual(proofs, [true]);
  });

  test("of a version that is supported no longer gives no token, and is logged in again afterwards", async () => {
    const never = () => assert.fail("nothing is sent");
    await running(kept({ expiresAt: Date.now() + 600_000 }), never, async (session) => {
      assert.deepEqual([session.state.type, session.userId], ["loggedIn", "jo"]);
      await session.judgeVersion(false);
      assert.deepEqual([session.state.type, session.userId], ["unsupportedVersion", undefined]);
      await assert.rejects(session.token(), { kind: "unsupportedVersion" });
      await assert.rejects(session.logIn([]), { kind: "unsupportedVersion" });
      await session.judgeVersion(true);
      assert.equal(session.state.type, "loggedIn");
    });
    await running(kept({ expiresAt: Date.now() + 600_000 }), never, async (session) => assert.equal(session.state.type, "loggedIn"));
  });

  test("of a version that is supported no longer leaves nothing when it is logged out", async () => {
    const put: string[] = [];
    const marks = kept({ expiresAt: Date.now() + 600_000 });
    const edit = { mark: async (name: string) => marks.get(name), setMark: async (name: string, value: unknown) => void marks.set(name, value) } as unknown as Edit;
    const all = (work: (edit: Edit) => Promise<unknown>) => work(edit);
    const store = { listen() {}, tellOthers() {}, read: all, edit: all } as unknown as Store;
    const locks = { request: (_: string, work: () => Promise<unknown>) => work() };
    await withGlobals({ fetch: async () => new Response(null, { status: 204 }), navigator: { locks } }, async () => {
      const session = new Session("https://care.example", "app", "https://app.example/back", store);
      await session.begin(async ({ type }) => void put.push(type));
      await session.judgeVersion(false);
      await session.logOut();
      assert.deepEqual([put, session.state.type, marks.get("session")], [["loggedIn", "unsupportedVersion", "loggedOut"], "unsupportedVersion", undefined]);
    });
  });

  test("is ended here and on the server, though the disk is full", async () => {
    class Full extends Map<string, unknown> {
      override set(name: string, value: unknown): this {
        if (name === "ending") throw new DOMException("", "QuotaExceededError");
        return super.set(name, value);
      }
    }
    const [marks, asked] = [new Full(kept({ expiresAt: Date.now() + 600_000 })), [] as string[]];
    const answer = (address: string) => {
      asked.push(new URL(address).pathname);
      return new Response(null, { status: 204 });
    };
    await running(marks, answer, async (session) => {
      await session.logOut();
      assert.equal(session.state.type, "loggedOut");
    });
    assert.deepEqual([asked, marks.get("session")], [["/auth/logout"], undefined]);
  });

  for (const { name, isFirst, sub } of [
    { name: "that is the first ends none", isFirst: true, sub: "kim" },
    { name: "ends the one whose place it takes, and not the browser's login", isFirst: false, sub: "kim" },
    { name: "that the same person has begun before is told to who opens streams", isFirst: false, sub: "jo" },
  ]) test(name, async () => {
    const attempt = { clientId: "app", redirect: "https://app.example/back", scopes: [], verifier: "v", state: "s", nonce: "n" };
    const claims = btoa(JSON.stringify({ iss: "https://care.example", aud: "app", sub, exp: Date.now() / 1000 + 600, nonce: "n" }));
    const asked: string[] = [];
    const answer = (address: string, { body }: RequestInit) => {
      const path = new URL(address).pathname;
      if (path.startsWith("/.well-known")) return Response.json({ issuer: "https://care.example", authorization_endpoint: "https://care.example/a", token_endpoint: "https://care.example/oauth/token" });
      asked.push(path === "/oauth/revoke" ? `${path} ${(body as URLSearchParams).get("token")}` : path);
      if (path === "/oauth/revoke") return new Response(null, { status: 200 });
      return Response.json({ access_token: "b", expires_in: 3600, refresh_token: "t", id_token: `e30.${claims}.e30` });
    };
    const marks = isFirst ? new Map<string, unknown>() : kept({ expiresAt: Date.now() + 600_000 });
    const changes: string[] = [];
    await running(marks, answer, async (session) => {
      const page = {
        location: { href: "https://app.example/back?code=c&state=s&iss=https://care.example" }, history: { state: null, replaceState() {} },
        sessionStorage: { getItem: () => JSON.stringify(attempt), removeItem() {} },
      };
      await withGlobals(page, async () => assert.equal(await session.finishLogIn(), true));
      await session.endOnServer();
      assert.deepEqual([session.userId, await session.token(), changes], [sub, "b", [isFirst ? "loggedOut" : "loggedIn", "loggedIn"]]);
    }, false, (type) => changes.push(type));
    const ended = asked.slice(1);
    assert.ok(isFirst ? ended.length === 0 : ended.length > 0 && ended.every((each) => each === "/oauth/revoke r"), asked.join());
    assert.equal(marks.get("ending"), undefined);
  });

  test("that is begun anew by the same person in another tab is told to who opens streams, and to nobody else", async () => {
    const marks = kept({ expiresAt: Date.now() + 600_000 });
    const edit = { mark: async (name: string) => marks.get(name), setMark: async (name: string, value: unknown) => void marks.set(name, value) } as unknown as Edit;
    const all = (work: (edit: Edit) => Promise<unknown>) => work(edit);
    let tell = (_: object) => {};
    const store = { listen: (listener: typeof tell) => void (tell = listener), tellOthers() {}, read: all, edit: all } as unknown as Store;
    const session = new Session("https://care.example", "app", "https://app.example/back", store);
    const [changes, shown] = [[] as string[], [] as string[]];
    await session.begin(async ({ type }) => void changes.push(type));
    void (async () => {
      for await (const { type } of session.states) shown.push(type);
    })();
    for (const [accessToken, logins] of [["a", 1], ["n", 2], ["n", 2]] as const) {
      marks.set("session", kept({ accessToken, expiresAt: Date.now() + 600_000 }).get("session"));
      tell({ session: true });
      await settled();
      assert.deepEqual([changes, shown], [Array.from({ length: logins }, () => "loggedIn"), ["loggedIn"]]);
    }
  });

  for (const userId of ["jo", "kim"]) test(`that another tab has begun anew, as ${userId}, does not end by the one before, of which it has not heard yet`, async () => {
    const marks = kept();
    const anew = { userId, tokens: { userId, accessToken: "n", expiresAt: Date.now() + 600_000, refreshToken: "m", scope: "" } };
    const answer = () => {
      marks.set("session", anew);
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    };
    await running(marks, answer, async (session) => {
      assert.deepEqual([await session.token(), session.userId, marks.get("session")], ["n", userId, anew]);
    });
  });

  const refreshes = [
    { how: "is answered into nowhere asks again in time, with the same token", answered: 3, takes: 500 },
    { how: "is answered into a long silence hears it when that is over", answered: 1, takes: 20_000 },
  ];
  for (const { how, answered, takes } of refreshes) test(`whose refresh ${how}`, async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_800_000_000_000 });
    const tokens = { userId: "jo", accessToken: "a", expiresAt: 0, refreshToken: "r", scope: "" };
    const marks = new Map<string, unknown>([["session", { userId: "jo", tokens }]]);
    const edit = { mark: async (name: string) => marks.get(name), setMark: async (name: string, value: unknown) => void marks.set(name, value) } as unknown as Edit;
    const work = (work: (edit: Edit) => Promise<unknown>) => work(edit);
    const store = { listen() {}, tellOthers() {}, read: work, edit: work } as unknown as Store;

    const begun = Date.now();
    const asked: { after: number; within: number; token: string | null }[] = [];
    const answer = async (_: string, { body, signal }: { body: URLSearchParams; signal: number }) => {
      asked.push({ after: Date.now() - begun, within: signal, token: body.get("refresh_token") });
      // The other answers are lost.
      const after = asked.length === answered ? takes : Infinity;
      await new Promise((resolve) => setTimeout(resolve, Math.min(after, signal)));
      if (after > signal) throw new DOMException("", "TimeoutError");
      return Response.json({ access_token: "b", expires_in: 3600, refresh_token: "s" });
    };
    const locks = { request: (_: string, work: () => Promise<unknown>) => work() };
    const globals = { fetch: answer, AbortSignal: { timeout: (milliseconds: number) => milliseconds }, navigator: { locks } };
    await withGlobals(globals, async () => {
      const session = new Session("https://care.example", "app", "https://app.example/back", store);
      await session.begin(async () => {});
      let token: unknown;
      session.token().then((found) => (token = found), (error) => (token = error));
      for (let step = 0; step < 400 && token === undefined; step += 1) {
        await settled();
        mock.timers.tick(100);
      }
      assert.equal(token, "b");
      assert.deepEqual(asked.map(({ within }) => within), [30_000, 3000, 3000]);
      // Later the server would take it for stolen.
      assert.ok(asked.every((each, index) => each.token === "r" && (index === 0 || each.after + each.within < 10_000)));
      assert.equal((marks.get("session") as { tokens: { refreshToken: string } }).tokens.refreshToken, "s");
    });
  });
});
