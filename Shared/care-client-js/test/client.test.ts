import assert from "node:assert/strict";
import { test } from "node:test";

import { CareClient } from "../src/client.ts";
import { Store } from "../src/store.ts";
import { settled, withGlobals } from "./cases.ts";
import { Memory } from "./memory.ts";

test("a page has the stream and the lists that its login was refused, once the same person logs in with more in another tab", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const memory = new Memory();
  const session = (accessToken: string) => ({ userId: "jo", tokens: { userId: "jo", accessToken, expiresAt: Date.now() + 600_000, refreshToken: accessToken, scope: "" } });
  memory.marks.set("session", session("narrow")).set("owner", "jo");
  memory.put("conversations", undefined);
  mock.method(Store, "open", async () => ({ ...memory.store, hold: () => () => {}, close() {} }));

  let opened = 0;
  class Silent {
    constructor() {
      opened += 1;
    }

    close() {}
  }
  const fetch = async (address: URL, { headers }: { headers: Record<string, string> }) => {
    if (headers.Authorization !== "Bearer wide") return Response.json({ type: "https://care.example/problems/insufficient-scope" }, { status: 403 });
    return Response.json(address.pathname === "/stream/tickets" ? { ticket: "t" } : { items: [] });
  };
  const locks = { request: (...words: unknown[]) => (words.at(-1) as () => Promise<unknown>)() };
  const nobody = { addEventListener() {}, removeEventListener() {} };
  await withGlobals({ fetch, WebSocket: Silent, navigator: { locks }, isSecureContext: true, indexedDB: {}, document: nobody, ...nobody }, async () => {
    const care = await CareClient.open({ server: "https://care.example", clientId: "app", redirect: "https://app.example/back" });
    const shown: string[] = [];
    const watching = (async () => {
      for await (const { refreshingState } of care.messaging.conversations()) shown.push(refreshingState.type);
    })();
    for (let step = 0; step < 20; step += 1) await settled();
    assert.deepEqual([care.connectionState.type, opened, shown.at(-1)], ["notConnected", 0, "failed"]);
    memory.marks.set("session", session("wide"));
    memory.store.tell({ session: true });
    for (let step = 0; step < 20; step += 1) await settled();
    assert.deepEqual([care.connectionState.type, opened, shown.at(-1)], ["connecting", 1, "refreshed"]);
    await care.close();
    await watching;
  });
});

test("a version that the operator supports again goes on with the next look", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const memory = new Memory();
  memory.marks.set("session", { userId: "jo", tokens: { userId: "jo", accessToken: "a", expiresAt: Date.now() + 600_000, scope: "" } }).set("owner", "jo");
  mock.method(Store, "open", async () => ({ ...memory.store, hold: () => () => {}, close() {} }));
  let status = "unsupported";
  let asked = 0;
  const fetch = async (address: URL | string) => {
    if (!String(address).endsWith("/sdk/versions")) throw new TypeError("no network");
    asked += 1;
    return Response.json({ platforms: [{ platform: "web", versions: [{ range: "<9.0.0", status }] }] });
  };
  const locks = { request: (...words: unknown[]) => (words.at(-1) as () => Promise<unknown>)() };
  const nobody = { addEventListener() {}, removeEventListener() {} };
  await withGlobals({ fetch, navigator: { locks }, isSecureContext: true, indexedDB: {}, document: nobody, ...nobody }, async () => {
    const app = { platform: "web", version: "2.1.0" };
    const care = await CareClient.open({ server: "https://care.example", clientId: "app", redirect: "https://app.example/back", app });
    for (let step = 0; step < 20; step += 1) await settled();
    assert.equal(care.session.state.type, "unsupportedVersion");
    assert.throws(() => care.scheduling.appointments(), { kind: "unsupportedVersion" });
    await care.refresh();
    assert.deepEqual([care.session.state.type, asked], ["unsupportedVersion", 2]);
    status = "supported";
    await care.refresh();
    assert.deepEqual([care.session.state.type, asked], ["loggedIn", 3]);
    await care.refresh();
    assert.equal(asked, 3);
    // And each day, however long the page is open.
    status = "unsupported";
    mock.timers.tick(86_400_000);
    for (let step = 0; step < 20; step += 1) await settled();
    assert.deepEqual([care.session.state.type, asked], ["unsupportedVersion", 4]);
    // Whoever asks at the same time as another leaves nothing behind the end.
    await Promise.all([care.refresh(), care.refresh()]);
    await care.close();
    mock.timers.tick(86_400_000);
    assert.equal(asked, 6);
  });
});
