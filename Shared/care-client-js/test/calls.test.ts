import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { TokenSource } from "../src/calls.ts";
import { Calls } from "../src/calls.ts";
import { CareError } from "../src/errors.ts";
import { settled, withGlobals } from "./cases.ts";

/** A session that gives a token, and then none. */
const tokens = (given: string[], asked: string[]): TokenSource => {
  const ask = async (how: string) => {
    asked.push(how);
    const token = given.shift();
    if (token === undefined) throw new CareError("offline");
    return token;
  };
  return { person: undefined, token: () => ask("token"), tokenInsteadOf: () => ask("another"), present: (token, _, __, send) => send({ Authorization: `Bearer ${token}` }) };
};

suite("a call", () => {
  const cases: { name: string; given: string[]; asked: string[] }[] = [
    { name: "without a token", given: [], asked: ["token"] },
    { name: "whose token is refused, and for which there is no other", given: ["old"], asked: ["token", "another"] },
  ];
  for (const { name, given, asked } of cases) test(`${name} does not begin anew what the session asks again by itself`, async () => {
    const heard: string[] = [];
    const calls = new Calls("https://care.test", tokens([...given], heard));
    await withGlobals({ fetch: async () => new Response("", { status: 401 }) }, async () => {
      await assert.rejects(calls.send({ method: "GET", path: "/conversations" }), { kind: "offline" });
    });
    assert.deepEqual(heard, asked);
  });

  const switches: { name: string; statuses: number[]; carried: string[] }[] = [
    { name: "that is answered", statuses: [200], carried: ["Bearer jo's"] },
    { name: "whose token is refused", statuses: [401, 200], carried: ["Bearer jo's"] },
    { name: "that is tried again", statuses: [503, 200], carried: ["Bearer jo's"] },
  ];
  for (const { name, statuses, carried } of switches) test(`${name} when somebody else has logged in is not made, nor answered, as theirs`, async () => {
    let person = "jo";
    const heard: (string | null)[] = [];
    const token = async () => `${person}'s`;
    const calls = new Calls("https://care.test", {
      get person() { return person; }, token, tokenInsteadOf: token, present: (token, _, __, send) => send({ Authorization: `Bearer ${token}` }),
    });
    const fetch = async (_: URL, { headers }: RequestInit) => {
      heard.push(new Headers(headers).get("Authorization"));
      person = "sam";
      return Response.json({}, { status: statuses.shift() ?? 500 });
    };
    await withGlobals({ fetch }, () => assert.rejects(calls.send({ method: "GET", path: "/conversations" }), { kind: "loggedOut" }));
    assert.deepEqual(heard, carried);
  });

  for (const { method, isRead, times } of [{ method: "GET", isRead: false, times: 2 }, { method: "POST", isRead: true, times: 2 }, { method: "POST", isRead: false, times: 1 }] as const)
    test(`by ${method} that ${isRead || method === "GET" ? "reads is asked again" : "may have changed something is waited for"} when another network is there`, async () => {
      const answers: ((answer: Response) => void)[] = [];
      const fetch = (_: URL, { signal }: RequestInit) => new Promise<Response>((resolve, reject) => {
        answers.push(resolve);
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
      await withGlobals({ fetch }, async () => {
        const calls = new Calls("https://care.test", tokens(["one", "two"], []));
        const asking = calls.send({ method, path: "/things", isRead });
        await settled();
        calls.networkChanged();
        await settled();
        answers.at(-1)?.(Response.json({ count: answers.length }));
        assert.deepEqual(await asking, { count: times });
      });
    });

  test("of a client that was closed is not made", async () => {
    const heard: string[] = [];
    const calls = new Calls("https://care.test", tokens(["good"], heard));
    calls.close();
    await assert.rejects(calls.send({ method: "GET", path: "/conversations" }), { kind: "closed" });
    assert.deepEqual(heard, []);
  });

  const answers: { name: string; answer: () => Response; says: number }[] = [
    { name: "that is answered", answer: () => Response.json({ items: [] }), says: 1 },
    { name: "that is refused", answer: () => Response.json({ type: "/problems/not-found" }, { status: 404, headers: { "Content-Type": "application/problem+json" } }), says: 0 },
    { name: "that a page answers", answer: () => new Response("<html>", { headers: { "Content-Type": "text/html" } }), says: 0 },
    { name: "that nobody answers", answer: () => { throw new TypeError("no network"); }, says: 0 },
  ];
  for (const { name, answer, says } of answers) test(`${name} says ${says ? "" : "nothing of it "}that the server is there`, async () => {
    const calls = new Calls("https://care.test", tokens(["good"], []));
    let said = 0;
    calls.onAnswer = () => (said += 1);
    await withGlobals({ fetch: async () => answer() }, () => calls.attempt({ method: "GET", path: "/conversations" }).then(() => {}, () => {}));
    assert.equal(said, says);
  });
});
