import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { TokenSource } from "../src/calls.ts";
import { Calls } from "../src/calls.ts";
import { CareError } from "../src/errors.ts";
import { withGlobals } from "./cases.ts";

/** A session that gives a token, and then none. */
const tokens = (given: string[], asked: string[]): TokenSource => {
  const ask = async (how: string) => {
    asked.push(how);
    const token = given.shift();
    if (token === undefined) throw new CareError("offline");
    return token;
  };
  return { token: () => ask("token"), tokenInsteadOf: () => ask("another"), present: (token, _, __, send) => send({ Authorization: `Bearer ${token}` }) };
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
});
