import { base64url, digest, utf8 } from "./encoding.ts";
import type { Store } from "./store.ts";

/** Binds tokens to a key that this browser does not give away, not even to the page (DPoP, RFC 9449): what is stolen of a token is good for nobody. */
export class Proofs {
  readonly #store: Store;
  #keys: Promise<CryptoKeyPair> | undefined;
  /** What the server wants in the next proofs. */
  #nonce: string | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The answer to what `ask` asks with a proof of it; once more, with another one, where the server wants another nonce in it. */
  async answer(method: string, address: URL | string, token: string | undefined, ask: (proof: string) => Promise<Response>): Promise<Response> {
    const answer = await ask(await this.#proof(method, address, token));
    return (await this.#wantsAnother(answer)) ? ask(await this.#proof(method, address, token)) : answer;
  }

  async #wantsAnother(answer: Response): Promise<boolean> {
    const nonce = answer.headers.get("DPoP-Nonce");
    if (!nonce) return false;
    this.#nonce = nonce;
    if (answer.status !== 400 && answer.status !== 401) return false;
    const said = (answer.headers.get("WWW-Authenticate") ?? "") + (await answer.clone().text().catch(() => ""));
    return said.includes("use_dpop_nonce");
  }

  /** Of one request: good once, and for a minute. */
  async #proof(method: string, address: URL | string, token: string | undefined): Promise<string> {
    const { privateKey, publicKey } = await this.#pair();
    const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", publicKey);
    const { origin, pathname } = new URL(address);
    const ath = token && (await digest(token));
    const claims = { jti: crypto.randomUUID(), htm: method, htu: origin + pathname, iat: Math.floor(Date.now() / 1000), ath, nonce: this.#nonce };
    const signed = [{ typ: "dpop+jwt", alg: "ES256", jwk: { kty, crv, x, y } }, claims].map((part) => base64url(utf8(JSON.stringify(part)))).join(".");
    const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, utf8(signed));
    return `${signed}.${base64url(new Uint8Array(signature))}`;
  }

  #pair(): Promise<CryptoKeyPair> {
    this.#keys ??= this.#kept().catch((error) => {
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }

  /** The one key of all tabs, made at the first use. */
  async #kept(): Promise<CryptoKeyPair> {
    const kept = await this.#store.read((edit) => edit.mark<CryptoKeyPair>("proof-key"));
    if (kept) return kept;
    const made = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
    return this.#store.edit(async (edit) => {
      // Another tab may have been faster.
      const first = await edit.mark<CryptoKeyPair>("proof-key");
      if (!first) await edit.setMark("proof-key", made);
      return first ?? made;
    });
  }
}
