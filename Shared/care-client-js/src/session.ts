import type { TokenSource } from "./calls.ts";
import { read, request } from "./calls.ts";
import { CareError, careError } from "./errors.ts";
import type { LoginAttempt } from "./login.ts";
import { beginLogin, codeIn, isRedirect, loginAddress, userOf } from "./login.ts";
import { Proofs } from "./proofs.ts";
import { retryPause, sleep } from "./retry.ts";
import type { KeptSession, SessionEffect, SessionEvent, Tokens } from "./session-machine.ts";
import { isGood, SessionMachine } from "./session-machine.ts";
import { State } from "./state.ts";
import type { Store } from "./store.ts";

/** What an app shows of its session. */
export type SessionState =
  | { type: "loggedOut" }
  | { type: "loggedIn"; userId: string }
  | { type: "expired"; userId: string }
  /** The operator supports this version of the page no longer: nothing more is sent. */
  | { type: "unsupportedVersion" };

/** RFC 8414. */
interface Metadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
}

interface TokenReply {
  access_token: string;
  expires_in: number;
  refresh_token?: string;
  id_token?: string;
  scope?: string;
  token_type?: string;
}

/** A session that was ended here, and is still to be ended on the server: without the browser's login that it came from, where another login has taken its place. */
type Ending = Tokens & { isReplaced?: true };

/** Who is logged in, and the tokens that say so: one session for all tabs, refreshed once however many calls and tabs need it. */
export class Session implements TokenSource {
  readonly #server: string;
  readonly #clientId: string;
  readonly #redirect: string;
  readonly #store: Store;
  readonly #proofs: Proofs;
  readonly #bindsTokens: boolean;
  /** Those that are bound, the latest last. */
  #bound: string[] = [];
  #isUnsupported = false;
  readonly #machine = new SessionMachine();
  readonly #states = new State<SessionState>({ type: "loggedOut" });
  #waiters: { resolve: (token: string) => void; reject: (error: CareError) => void }[] = [];
  /** What becomes of what is stored, before anybody hears of a change; also when the same person logs in anew, which changes nothing of the state. */
  #onChange: (state: SessionState) => Promise<void> = async () => {};
  #changes: Promise<unknown> = Promise.resolve();
  #hasBegun = false;
  /** Somebody has logged in, here or in another tab, and `#onChange` has not been through. */
  #isLogin = false;
  /** Of the session that was put away last. */
  #put: SessionState["type"] | undefined;
  /** Counts what this tab has kept: what was read before says nothing any more. */
  #kept = 0;

  constructor(server: string, clientId: string, redirect: string, store: Store, bindsTokens = false) {
    [this.#server, this.#clientId, this.#redirect, this.#store, this.#bindsTokens] = [server, clientId, redirect, store, bindsTokens];
    this.#proofs = new Proofs(store);
    store.listen((news) => {
      if ("session" in news) void this.restore().catch(() => {});
    });
  }

  // What apps see

  /** As it is now, then whenever it changes. */
  get states(): AsyncIterable<SessionState> {
    return this.#states;
  }

  get state(): SessionState {
    return this.#states.value;
  }

  /** Whose it is, of an expired one too. */
  get userId(): string | undefined {
    return "userId" in this.state ? this.state.userId : undefined;
  }

  /** Sends this page to the login; it comes back to the redirect address, where `finishLogIn` is called. */
  async logIn(scopes: string[]): Promise<never> {
    this.#refuseUnsupported();
    const attempt = beginLogin(this.#clientId, this.#redirect, scopes);
    const address = await loginAddress(attempt, (await this.#metadata()).authorization_endpoint);
    sessionStorage.setItem(this.#attemptName, JSON.stringify(attempt));
    location.assign(address);
    return new Promise(() => {});
  }

  /** On each start of the page: true when it came back from a login, which is done then. What the address had of it is gone afterwards. */
  async finishLogIn(): Promise<boolean> {
    const kept = sessionStorage.getItem(this.#attemptName);
    const callback = location.href;
    if (kept === null || !isRedirect(callback, this.#redirect) || !new URL(callback).searchParams.has("state")) return false;
    // An answer is good once, whatever comes of it.
    sessionStorage.removeItem(this.#attemptName);
    history.replaceState(history.state, "", this.#redirect);
    const attempt: LoginAttempt = JSON.parse(kept);
    const metadata = await this.#metadata();
    const code = codeIn(callback, attempt, metadata.issuer);
    const form = { grant_type: "authorization_code", client_id: this.#clientId, redirect_uri: attempt.redirect, code, code_verifier: attempt.verifier };
    const reply = await this.#exchange(form, metadata.token_endpoint, this.#bindsTokens);
    const userId = userOf(reply.id_token, attempt, metadata.issuer, Date.now());
    const earlier = this.#machine.phase;
    await this.#handle({ type: "loggedIn", tokens: tokens(reply, userId) });
    // Nobody has it any more. The browser's login that it came from may be this one's: that stays.
    if (earlier.type === "loggedIn" && earlier.tokens.refreshToken) {
      await this.#changeEnding((all) => [...all, { ...earlier.tokens, isReplaced: true }]).catch(() => {});
      void this.endOnServer().catch(() => {});
    }
    return true;
  }

  /** Ends the session here at once, in all tabs, with all that was stored of it; on the server now, or as soon as it can be reached, with the browser's login
   * that it came from: whoever uses this browser next is asked who they are. */
  async logOut(): Promise<void> {
    const phase = this.#machine.phase;
    const tokens = phase.type === "loggedIn" ? phase.tokens : undefined;
    // A disk that is full keeps nobody logged in.
    const isKept = tokens && (await this.#changeEnding((all) => [...all, tokens]).then(() => true, () => false));
    await this.#handle({ type: "loggedOut" });
    // What is not kept is ended now or never.
    if (tokens && !isKept) await this.#end(tokens).catch(() => {});
    await this.endOnServer().catch(() => {});
  }

  // For calls

  /** As `userId`; throws why there is none. */
  get knownUser(): string {
    this.#refuseUnsupported();
    if (this.userId === undefined) throw new CareError("loggedOut");
    return this.userId;
  }

  /** A token that is good for a while. */
  async token(): Promise<string> {
    this.#refuseUnsupported();
    return this.#wait({ type: "asked", now: Date.now() });
  }

  tokenInsteadOf(refused: string): Promise<string> {
    return this.#wait({ type: "refused", token: refused });
  }

  get person(): string | undefined {
    const { phase } = this.#machine;
    return phase.type === "loggedIn" ? phase.tokens.userId : phase.type === "expired" ? phase.userId : undefined;
  }

  get tokenExpiresAt(): number | undefined {
    return this.#machine.phase.type === "loggedIn" ? this.#machine.phase.tokens.expiresAt : undefined;
  }

  /** What `send` sends with the token's headers: as a bearer's, or with a proof of the request where it is bound. */
  present(token: string, method: string, address: URL | string, send: (headers: Record<string, string>) => Promise<Response>): Promise<Response> {
    if (!this.#bound.includes(token)) return send({ Authorization: `Bearer ${token}` });
    return this.#proofs.answer(method, address, token, (proof) => send({ Authorization: `DPoP ${token}`, DPoP: proof }));
  }

  // For the client

  async judgeVersion(isSupported: boolean): Promise<void> {
    this.#isUnsupported = !isSupported;
    await this.#changed();
  }

  /** Before anybody hears of a change, `change` has been through. */
  async begin(change: (state: SessionState) => Promise<void>): Promise<void> {
    this.#onChange = change;
    await this.restore();
  }

  /** As it is kept: at the start, and when another tab has changed it. */
  async restore(): Promise<void> {
    const count = this.#kept;
    const kept = await this.#read();
    if (count === this.#kept) await this.#handle({ type: "restored", kept });
  }

  /** Sessions that were logged out without the server's knowledge. */
  async endOnServer(): Promise<void> {
    await navigator.locks.request(`careline/${this.#clientId}/logout`, async () => {
      for (const tokens of (await this.#store.read((edit) => edit.mark<Ending[]>("ending"))) ?? []) {
        try {
          await (tokens.isReplaced ? this.#revoke(tokens) : this.#end(tokens));
        } catch (error) {
          // What is refused is worth nothing any more.
          if (careError(error).isWorthRetrying) return;
        }
        await this.#changeEnding((all) => all.filter((other) => other.accessToken !== tokens.accessToken));
      }
    });
  }

  // Inside

  get #attemptName(): string {
    return `careline/${this.#clientId}/login`;
  }

  async #end(tokens: Tokens): Promise<void> {
    const address = `${this.#server}/auth/logout`;
    const logOut = async (tokens: Tokens) => {
      this.#note(tokens);
      return read(await this.present(tokens.accessToken, "POST", address, (headers) => request(address, { method: "POST", headers })));
    };
    try {
      await logOut(tokens);
    } catch (caught) {
      if (careError(caught).status !== 401 || !tokens.refreshToken) throw caught;
      // Only the access token had ended. The one that it is changed for is kept as long as it is needed.
      const fresh = await this.#spend(tokens);
      await this.#changeEnding((all) => all.map((other) => (other.accessToken === tokens.accessToken ? fresh : other)));
      await logOut(fresh);
      await this.#changeEnding((all) => all.filter((other) => other.accessToken !== fresh.accessToken));
    }
  }

  /** The session alone (RFC 7009). */
  async #revoke({ refreshToken = "" }: Tokens): Promise<void> {
    const form = { token: refreshToken, token_type_hint: "refresh_token", client_id: this.#clientId };
    await read(await request(`${this.#server}/oauth/revoke`, { method: "POST", body: new URLSearchParams(form) }));
  }

  async #changeEnding(change: (all: Ending[]) => Ending[]): Promise<void> {
    await this.#store.edit(async (edit) => {
      const all = change((await edit.mark<Ending[]>("ending")) ?? []);
      await edit.setMark("ending", all.length ? all : undefined);
    });
  }

  #read(): Promise<KeptSession | undefined> {
    return this.#store.read((edit) => edit.mark<KeptSession>("session"));
  }

  #wait(event: SessionEvent): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      void this.#handle(event);
    });
  }

  async #handle(event: SessionEvent): Promise<void> {
    const before = this.#machine.phase;
    const effects = this.#machine.handle(event);
    const { phase } = this.#machine;
    if (phase.type === "loggedIn") {
      // Known to be bound before anybody uses it.
      this.#note(phase.tokens);
      // A refresh is not told.
      const isSame = before.type === "loggedIn" && before.tokens.accessToken === phase.tokens.accessToken;
      if (!isSame && event.type !== "refreshed") this.#isLogin = true;
    }
    for (const effect of effects) await this.#perform(effect);
    await this.#changed();
  }

  async #changed(): Promise<void> {
    const changed = this.#changes.then(() => this.#show());
    this.#changes = changed.catch(() => {});
    await changed;
  }

  #note({ accessToken, isBound }: Tokens): void {
    if (isBound && this.#bound.at(-1) !== accessToken) this.#bound = [...this.#bound.slice(-3), accessToken];
  }

  #refuseUnsupported(): void {
    if (this.#isUnsupported) throw new CareError("unsupportedVersion");
  }

  async #perform(effect: SessionEffect): Promise<void> {
    if (effect.type === "refresh") void this.#refresh(effect.tokens);
    else if (effect.type === "keep") {
      this.#kept += 1;
      // A disk that does not keep it ends it with the page, and makes nobody wait.
      await this.#store.edit((edit) => edit.setMark("session", effect.kept)).catch(() => {});
      this.#store.tellOthers({ session: true });
    } else {
      const waiters = this.#waiters;
      this.#waiters = [];
      for (const waiter of waiters) effect.type === "hand" ? waiter.resolve(effect.token) : waiter.reject(effect.error);
    }
  }

  async #refresh(old: Tokens): Promise<void> {
    try {
      const fresh = await navigator.locks.request(`careline/${this.#clientId}/session`, async () => {
        const kept = (await this.#read())?.tokens;
        // Another tab may have done it already: the token that it spent is worth nothing, and only the one that it got goes on.
        const latest = kept?.userId === old.userId ? kept : old;
        if (latest.refreshToken !== old.refreshToken && isGood(latest, Date.now())) return latest;
        const fresh = await this.#spend(latest);
        // Kept before it is used: the one before is spent. Unless it was logged out meanwhile.
        await this.#store.edit(async (edit) => {
          const now = await edit.mark<KeptSession>("session");
          if (now?.tokens?.refreshToken === latest.refreshToken) await edit.setMark("session", { userId: fresh.userId, tokens: fresh });
        });
        return fresh;
      });
      await this.#handle({ type: "refreshed", old, tokens: fresh });
    } catch (caught) {
      // Whoever has logged in anew, in another tab, has ended the session before: not theirs, though this tab has not heard of it yet.
      const kept = (await this.#read().catch(() => undefined))?.tokens;
      if (kept && kept.refreshToken !== old.refreshToken) await this.restore();
      await this.#handle({ type: "refreshFailed", old, error: careError(caught) });
    }
  }

  /** A new pair for a refresh token. When the answer gets lost, the same token is sent again: within ten seconds the server answers the same; later it
   * would take it for stolen. The first attempt is waited for meanwhile and beyond: what was answered into a silence comes when that is over. */
  async #spend(old: Tokens): Promise<Tokens> {
    const latest = Date.now() + 7000;
    const first = this.#ask(old, 30_000);
    // Undefined when nothing was heard for a while.
    const early = await Promise.race([first.catch(careError), sleep(3000).then(() => undefined)]);
    if (early && !(early instanceof CareError)) return early;
    const again = this.#askAgain(old, latest, early);
    return Promise.any([first, again]).catch(() => again);
  }

  async #ask(old: Tokens, within: number): Promise<Tokens> {
    const form = { grant_type: "refresh_token", client_id: this.#clientId, refresh_token: old.refreshToken ?? "" };
    try {
      return tokens(await this.#exchange(form, `${this.#server}/oauth/token`, this.#bindsTokens || old.isBound === true, within), old.userId, old);
    } catch (caught) {
      const error = careError(caught);
      throw error.kind === "login" && error.reason === "invalid_grant" ? new CareError("expired") : error;
    }
  }

  /** `error`: of the attempt before. */
  async #askAgain(old: Tokens, latest: number, error?: CareError): Promise<Tokens> {
    for (let failures = error ? 1 : 0; ; failures += 1) {
      if (error) {
        const pause = retryPause(failures, Math.random(), error.retryAfter, 300, 2000);
        if (!error.isWorthRetrying || failures > 5 || Date.now() + pause >= latest) throw error;
        await sleep(pause);
      }
      // Whoever was put to sleep meanwhile shows it no more.
      if (Date.now() >= latest) throw error ?? new CareError("offline");
      try {
        // Over before those seconds are.
        return await this.#ask(old, 3000);
      } catch (caught) {
        error = careError(caught);
      }
    }
  }

  /** `isToBeBound`: a server that knows of no proofs passes over them. */
  async #exchange(form: Record<string, string>, endpoint: string, isToBeBound: boolean, within?: number): Promise<TokenReply> {
    const ask = (proof: Record<string, string>) =>
      request(endpoint, { method: "POST", body: new URLSearchParams(form), headers: { Accept: "application/json", ...proof } }, within);
    const answer = await (isToBeBound ? this.#proofs.answer("POST", endpoint, undefined, (proof) => ask({ DPoP: proof })) : ask({}));
    if (!answer.ok && answer.status !== 429 && answer.status < 500) {
      const refused: { error?: unknown } = await answer.clone().json().catch(() => ({}));
      if (typeof refused.error === "string") throw new CareError("login", { reason: refused.error });
    }
    return read<TokenReply>(answer);
  }

  /** Whose `issuer` has to be the address that the client was made with: otherwise somebody else's answers would be taken for its own (RFC 8414, 3.3). */
  async #metadata(): Promise<Metadata> {
    const metadata = await read<Metadata>(await request(`${this.#server}/.well-known/openid-configuration`));
    if (metadata.issuer?.replace(/\/$/, "") !== this.#server) throw new CareError("login", { reason: "issuer" });
    return metadata;
  }

  async #show(): Promise<void> {
    const phase = this.#machine.phase;
    const kept: SessionState = phase.type === "loggedIn" ? { type: "loggedIn", userId: phase.tokens.userId } : phase;
    const state: SessionState = this.#isUnsupported ? { type: "unsupportedVersion" } : kept;
    const before = this.#put;
    this.#put = kept.type;
    // Who logs out of a version that is supported no longer leaves nothing either, though nobody sees it.
    if (this.#isUnsupported && kept.type === "loggedOut" && before !== "loggedOut") await this.#onChange(kept).catch(() => {});
    const isSame = this.#hasBegun && JSON.stringify(state) === JSON.stringify(this.state);
    if (isSame && !(this.#isLogin && state.type === "loggedIn")) return;
    [this.#hasBegun, this.#isLogin] = [true, false];
    await this.#onChange(state).catch(() => {});
    if (!isSame) this.#states.set(state);
  }
}

function tokens(reply: TokenReply, userId: string, before?: Tokens): Tokens {
  return {
    userId, accessToken: reply.access_token, expiresAt: Date.now() + reply.expires_in * 1000, refreshToken: reply.refresh_token ?? before?.refreshToken,
    scope: reply.scope ?? before?.scope ?? "", ...(reply.token_type?.toLowerCase() === "dpop" && { isBound: true }),
  };
}
