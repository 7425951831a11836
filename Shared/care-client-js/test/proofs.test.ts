import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { digest } from "../src/encoding.ts";
import { Proofs } from "../src/proofs.ts";
import type { Edit, Store } from "../src/store.ts";

const address = "https://care.example/conversations?limit=50";

function memory(marks = new Map<string, unknown>()): Store {
  const edit = { mark: async (name: string) => marks.get(name), setMark: async (name: string, value: unknown) => void marks.set(name, value) } as unknown as Edit;
  let last: Promise<unknown> = Promise.resolve();
  // One transaction after the other.
  const work = (work: (edit: Edit) => Promise<unknown>) => (last = last.then(() => work(edit)));
  return { read: work, edit: work } as unknown as Store;
}

interface Read {
  head: { typ: string; alg: string; jwk: JsonWebKey };
  claims: { jti: string; htm: string; htu: string; iat: number; ath?: string; nonce?: string };
}

/** As a service reads it: signed by the key that it names. */
async function read(proof: string): Promise<Read> {
  const [head = "", claims = "", signature = ""] = proof.split(".");
  const json = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const key = await crypto.subtle.importKey("jwk", json(head).jwk, { name: "ECDSA", namedCurve: "P-256" }, false, ["verify"]);
  const isSigned = await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, Buffer.from(signature, "base64url"), Buffer.from(`${head}.${claims}`));
  assert.ok(isSigned);
  return { head: json(head), claims: json(claims) };
}

suite("a proof", () => {
  test("is of its request, signed by a key that nobody can take away", async () => {
    const marks = new Map<string, unknown>();
    const shown: string[] = [];
    const ask = async (proof: string) => {
      shown.push(proof);
      return Response.json({});
    };
    await new Proofs(memory(marks)).answer("GET", address, "abc", ask);
    // Another tab has the same key.
    await new Proofs(memory(marks)).answer("POST", "https://care.example/oauth/token", undefined, ask);
    const [own, token] = await Promise.all(shown.map(read));
    assert.ok(own && token);
    assert.deepEqual([own.head.typ, own.head.alg, Object.keys(own.head.jwk)], ["dpop+jwt", "ES256", ["kty", "crv", "x", "y"]]);
    assert.deepEqual([own.claims.htm, own.claims.htu, own.claims.ath], ["GET", "https://care.example/conversations", await digest("abc")]);
    assert.ok(Math.abs(own.claims.iat - Date.now() / 1000) < 60);
    assert.deepEqual([token.claims.htm, token.claims.htu, "ath" in token.claims, "nonce" in token.claims], ["POST", "https://care.example/oauth/token", false, false]);
    assert.notEqual(own.claims.jti, token.claims.jti);
    assert.equal(own.head.jwk.x, token.head.jwk.x);
    assert.equal((marks.get("proof-key") as CryptoKeyPair).privateKey.extractable, false);
  });

  test("of two tabs that make a key at once is by one", async () => {
    const store = memory();
    const proofs = [new Proofs(store), new Proofs(store)];
    const shown: string[] = [];
    await Promise.all(proofs.map((each) => each.answer("GET", address, "abc", async (proof) => {
      shown.push(proof);
      return Response.json({});
    })));
    const [one, other] = await Promise.all(shown.map(read));
    assert.equal(one?.head.jwk.x, other?.head.jwk.x);
  });

  for (const { status, headers, body, isAskedAgain } of [
    { status: 401, headers: { "WWW-Authenticate": 'DPoP error="use_dpop_nonce"' }, body: "", isAskedAgain: true },
    { status: 400, headers: {}, body: '{"error": "use_dpop_nonce"}', isAskedAgain: true },
    { status: 401, headers: { "WWW-Authenticate": 'DPoP error="invalid_token"' }, body: "", isAskedAgain: false },
    { status: 200, headers: {}, body: "{}", isAskedAgain: false },
  ]) test(`after ${status} ${JSON.stringify(headers)}${body} is ${isAskedAgain ? "shown again with the nonce" : "not shown again, and the next has the nonce"}`, async () => {
    const proofs = new Proofs(memory());
    const nonces: (string | undefined)[] = [];
    const ask = async (proof: string) => {
      nonces.push((await read(proof)).claims.nonce);
      return nonces.length === 1 ? new Response(body, { status, headers: { ...headers, "DPoP-Nonce": "n1" } }) : Response.json({});
    };
    const answer = await proofs.answer("GET", address, "abc", ask);
    assert.equal(answer.status, isAskedAgain ? 200 : status);
    if (!isAskedAgain) await proofs.answer("GET", address, "abc", ask);
    assert.deepEqual(nonces, [undefined, "n1"]);
  });
});
