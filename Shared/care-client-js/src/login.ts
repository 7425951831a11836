import { base64url, digest } from "./encoding.ts";
import { CareError } from "./errors.ts";

/** One login by authorization code with PKCE (RFC 6749, 7636, 9207; OpenID Connect Core 3.1): what is asked, and whether what came back answers it. */
export interface LoginAttempt {
  clientId: string;
  redirect: string;
  scopes: string[];
  verifier: string;
  state: string;
  nonce: string;
}

export function beginLogin(clientId: string, redirect: string, scopes: string[]): LoginAttempt {
  // Who it is, and a session that lasts.
  const all = [...new Set([...scopes, "openid", "offline_access"])].sort();
  return { clientId, redirect, scopes: all, verifier: secret(), state: secret(), nonce: secret() };
}

const secret = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Where the browser goes. */
export async function loginAddress(attempt: LoginAttempt, endpoint: string): Promise<string> {
  const address = new URL(endpoint);
  const query = {
    response_type: "code", client_id: attempt.clientId, redirect_uri: attempt.redirect, scope: attempt.scopes.join(" "), state: attempt.state,
    nonce: attempt.nonce, code_challenge: await digest(attempt.verifier), code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}

/** The code that the browser brought back. */
export function codeIn(callback: string, attempt: LoginAttempt, issuer: string): string {
  const address = new URL(callback);
  if (!isRedirect(callback, attempt.redirect)) throw notOurs("redirect");
  // A name that comes twice says nothing.
  const value = (name: string) => {
    const found = address.searchParams.getAll(name);
    return found.length === 1 ? found[0] : undefined;
  };
  if (value("state") !== attempt.state) throw notOurs("state");
  if (value("iss") !== issuer) throw notOurs("iss");
  const error = value("error");
  if (error) throw new CareError("login", { reason: error });
  return value("code") || fail("code");
}

export function isRedirect(address: string, redirect: string): boolean {
  const [here, wanted] = [new URL(address), new URL(redirect)];
  return here.origin === wanted.origin && here.pathname === wanted.pathname;
}

/** Who has logged in. The token came from the token endpoint itself, so TLS vouches for it (OpenID Connect Core 3.1.3.7, 6); its claims are checked. */
export function userOf(idToken: string | undefined, attempt: LoginAttempt, issuer: string, now: number): string {
  let claims: { iss?: unknown; sub?: unknown; aud?: unknown; exp?: unknown; nonce?: unknown };
  try {
    const [, payload = "", ...rest] = (idToken ?? "").split(".");
    if (rest.length !== 1) throw notOurs("id_token");
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    claims = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw notOurs("id_token");
  }
  if (claims.iss !== issuer) throw notOurs("iss");
  if (![claims.aud].flat().includes(attempt.clientId)) throw notOurs("aud");
  if (claims.nonce !== attempt.nonce) throw notOurs("nonce");
  // A device's clock may be wrong by more than the token lives: an hour is forgiven.
  if (typeof claims.exp !== "number" || claims.exp <= now / 1000 - 3600) throw notOurs("exp");
  return typeof claims.sub === "string" && claims.sub ? claims.sub : fail("sub");
}

/** What the browser brought back is not the answer to what was asked: it is forged, or of another login. */
const notOurs = (what: string) => new CareError("login", { reason: what });

function fail(what: string): never {
  throw notOurs(what);
}
