import { CareError } from "./errors.ts";

export interface Tokens {
  userId: string;
  accessToken: string;
  /** Milliseconds since 1970 by this device's clock; when that is wrong, the server's 401 says so. */
  expiresAt: number;
  /** Undefined where the server gives none: then the session ends with the access token. */
  refreshToken: string | undefined;
  scope: string;
  /** To this browser's key (`Proofs`). */
  isBound?: boolean;
}

/** What is kept of a session: the tokens, or whose they were. */
export interface KeptSession {
  userId: string;
  tokens: Tokens | undefined;
}

export type SessionPhase =
  | { type: "loggedOut" }
  | { type: "loggedIn"; tokens: Tokens }
  /** It ended by itself; the person may log in again. */
  | { type: "expired"; userId: string };

export type SessionEvent =
  /** At the start, and when another tab has changed it. */
  | { type: "restored"; kept: KeptSession | undefined }
  | { type: "loggedIn"; tokens: Tokens }
  /** Somebody needs a token. */
  | { type: "asked"; now: number }
  /** The server did not take this one. */
  | { type: "refused"; token: string }
  /** `old`: those that were to be refreshed. */
  | { type: "refreshed"; old: Tokens; tokens: Tokens }
  | { type: "refreshFailed"; old: Tokens; error: CareError }
  | { type: "loggedOut" };

export type SessionEffect =
  /** To all who wait. */
  | { type: "hand"; token: string }
  | { type: "fail"; error: CareError }
  | { type: "refresh"; tokens: Tokens }
  | { type: "keep"; kept: KeptSession | undefined };

/** A token is not used in its last seconds, which the way takes. */
const margin = 30_000;

export const isGood = (tokens: Tokens, now: number) => tokens.expiresAt - now > margin;

/** What a session is and does, as a function of what happens to it. The Swift client's SessionMachine. */
export class SessionMachine {
  phase: SessionPhase = { type: "loggedOut" };
  /** The token that is being refreshed. */
  #refreshing: string | undefined;

  handle(event: SessionEvent): SessionEffect[] {
    switch (event.type) {
      case "restored": {
        const kept = event.kept;
        if (!kept) this.phase = { type: "loggedOut" };
        else this.phase = kept.tokens ? { type: "loggedIn", tokens: kept.tokens } : { type: "expired", userId: kept.userId };
        return [];
      }
      case "loggedIn":
        this.phase = { type: "loggedIn", tokens: event.tokens };
        // An earlier session's refresh comes too late; whoever waits for it takes the new token.
        this.#refreshing = undefined;
        return [{ type: "keep", kept: { userId: event.tokens.userId, tokens: event.tokens } }, { type: "hand", token: event.tokens.accessToken }];
      case "asked":
      case "refused": return this.#wanted(event);
      case "refreshed":
      case "refreshFailed": return this.#ended(event);
      case "loggedOut":
        this.phase = { type: "loggedOut" };
        this.#refreshing = undefined;
        return [{ type: "keep", kept: undefined }, { type: "fail", error: new CareError("loggedOut") }];
    }
  }

  #wanted(event: { type: "asked"; now: number } | { type: "refused"; token: string }): SessionEffect[] {
    if (this.phase.type !== "loggedIn") return [{ type: "fail", error: new CareError(this.phase.type) }];
    if (this.#refreshing !== undefined) return [];
    const tokens = this.phase.tokens;
    // One that is refused may have been replaced while the request was on its way.
    const isStillGood = event.type === "asked" ? isGood(tokens, event.now) : tokens.accessToken !== event.token;
    if (isStillGood) return [{ type: "hand", token: tokens.accessToken }];
    if (!tokens.refreshToken) return this.#end(tokens.userId);
    this.#refreshing = tokens.accessToken;
    return [{ type: "refresh", tokens }];
  }

  #ended(event: { old: Tokens } & ({ type: "refreshed"; tokens: Tokens } | { type: "refreshFailed"; error: CareError })): SessionEffect[] {
    const { accessToken } = event.old;
    // Of an earlier session.
    if (this.#refreshing !== accessToken) return [];
    this.#refreshing = undefined;
    // Another tab may have ended it meanwhile: nobody waits for ever.
    if (this.phase.type !== "loggedIn") return [{ type: "fail", error: new CareError(this.phase.type) }];
    // Or logged in anew, as whomever: that session neither takes nor ends by what has become of the one before.
    if (this.phase.tokens.accessToken === accessToken) {
      if (event.type === "refreshFailed") return event.error.kind === "expired" ? this.#end(this.phase.tokens.userId) : [{ type: "fail", error: event.error }];
      this.phase = { type: "loggedIn", tokens: event.tokens };
    }
    return [{ type: "hand", token: this.phase.tokens.accessToken }];
  }

  /** Whose it was stays known: their cache and what they have yet to send wait for them. */
  #end(userId: string): SessionEffect[] {
    this.phase = { type: "expired", userId };
    return [{ type: "keep", kept: { userId, tokens: undefined } }, { type: "fail", error: new CareError("expired") }];
  }
}
