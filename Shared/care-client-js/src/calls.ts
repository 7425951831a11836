import { CareError, careError, refusal } from "./errors.ts";
import { longestPause, retryPause, sleep } from "./retry.ts";

/** A request of the API, without what is known only when it is sent. It can be kept on the disk. */
export interface Call {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From the server's address on. */
  path: string;
  query?: Record<string, string | undefined>;
  /** JSON, a form with files, or what is looked for. */
  body?: unknown;
  /** The same in each attempt: what it makes is made once. */
  idempotencyKey?: string;
  ifMatch?: string;
  /** Others than those that follow from the rest. */
  headers?: Record<string, string>;
  /** A POST that changes nothing: a search. */
  isRead?: boolean;
}

export interface TokenSource {
  /** Whose session it is now, before anybody has heard of it. */
  readonly person: string | undefined;
  /** Whose it is as apps see it; undefined where nobody's, or not told. */
  readonly userId?: string | undefined;
  token(): Promise<string>;
  /** Another one than this, which the server did not take. */
  tokenInsteadOf(refused: string): Promise<string>;
  /** What `send` sends with the headers that the token goes with. */
  present(token: string, method: string, address: URL | string, send: (headers: Record<string, string>) => Promise<Response>): Promise<Response>;
}

/** Sends calls with the session's token, and tells the ways apart in which they fail. */
export class Calls {
  readonly server: string;
  /** Called when something was answered: the server is there. */
  onAnswer: () => void = () => {};
  readonly #tokens: TokenSource;
  /** Why nothing was sent for want of a token. */
  readonly #unsent = new WeakSet<CareError>();
  /** Of requests on their way that change nothing. */
  readonly #reading = new Set<AbortController>();
  #isClosed = false;

  constructor(server: string, tokens: TokenSource) {
    this.server = server;
    this.#tokens = tokens;
  }

  /** From now on nothing is asked. */
  close(): void {
    this.#isClosed = true;
  }

  /** What only reads and has left by the network before, which may never answer, is asked for again. */
  networkChanged(): void {
    for (const leaving of this.#reading) leaving.abort();
  }

  get person(): string | undefined {
    return this.#tokens.person;
  }

  get shown(): string | undefined {
    return this.#tokens.userId;
  }

  /** The answer's value. What may be sent twice is tried again a few times. */
  async send<Value>(call: Call): Promise<Value> {
    // Whoever else logs in meanwhile has not asked for it.
    const { person } = this;
    for (let failures = 1; ; failures += 1) {
      const leaving = new AbortController();
      if (call.method === "GET" || call.isRead) this.#reading.add(leaving);
      try {
        return await this.attempt<Value>(call, person, leaving.signal);
      } catch (caught) {
        if (leaving.signal.aborted) continue;
        const error = careError(caught);
        // Nobody looks at a screen for longer.
        const mayGoOn = error.isWorthRetrying && failures < 3 && (error.retryAfter ?? 0) <= 10;
        // The session has asked for a token again and again already.
        if (!mayGoOn || this.#unsent.has(error) || (call.method === "POST" && !call.idempotencyKey && !call.isRead)) throw error;
        await sleep(retryPause(failures, Math.random(), error.retryAfter));
      } finally {
        this.#reading.delete(leaving);
      }
    }
  }

  /** One attempt; a token that is no longer good is replaced once. `person`: who has asked for it. `leaving`: gives it up. */
  async attempt<Value>(call: Call, person = this.person, leaving?: AbortSignal): Promise<Value> {
    if (this.#isClosed) throw new CareError("closed");
    const token = await this.#had(this.#tokens.token(), person);
    let answer = await this.#carry(call, token, leaving);
    if (answer.status === 401) answer = await this.#carry(call, await this.#had(this.#tokens.tokenInsteadOf(token), person), leaving);
    // Nor is what one has asked for kept as another's.
    this.#stillIs(person);
    const value = await read<Value>(answer);
    this.onAnswer();
    return value;
  }

  async #had(asked: Promise<string>, person: string | undefined): Promise<string> {
    try {
      const token = await asked;
      this.#stillIs(person);
      return token;
    } catch (caught) {
      const error = careError(caught);
      this.#unsent.add(error);
      throw error;
    }
  }

  #stillIs(person: string | undefined): void {
    if (person !== undefined && person !== this.person) throw new CareError("loggedOut");
  }

  #carry(call: Call, token: string, leaving?: AbortSignal): Promise<Response> {
    const address = new URL(this.server + call.path);
    for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) address.searchParams.set(name, value);
    const headers: Record<string, string> = { Accept: "application/json" };
    const form = call.body instanceof FormData || call.body instanceof URLSearchParams ? call.body : undefined;
    // A form's own type says how its parts are told apart: the browser sets it.
    if (call.body !== undefined && !form) headers["Content-Type"] = "application/json";
    Object.assign(headers, call.headers);
    if (call.idempotencyKey) headers["Idempotency-Key"] = call.idempotencyKey;
    if (call.ifMatch) headers["If-Match"] = call.ifMatch;
    const body = form ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const size = [...(form?.values() ?? [])].reduce((sum, value) => sum + (typeof value === "string" ? 0 : value.size), 0);
    const options = { method: call.method, ...(body !== undefined && { body }) };
    return this.#tokens.present(token, call.method, address, (own) => request(address, { ...options, headers: { ...headers, ...own } }, timeFor(size), leaving));
  }
}

/** Milliseconds. What is large takes its time: a slow network carries 32 KiB in a second. */
export const timeFor = (bytes: number): number => 30_000 + bytes / 32;

/** `within`: milliseconds until the answer is here. `leaving`: nobody waits for it any more. */
export async function request(address: URL | string, options: RequestInit = {}, within = 30_000, leaving?: AbortSignal): Promise<Response> {
  try {
    const late = AbortSignal.timeout(within);
    // A browser from before 2024 does not leave sooner.
    const signal = (leaving && AbortSignal.any?.([late, leaving])) ?? late;
    return await fetch(address, { ...options, credentials: "omit", cache: "no-store", signal });
  } catch (error) {
    throw careError(error);
  }
}

/** The value of an answer of success; undefined of one without a body. */
export async function read<Value>(answer: Response): Promise<Value> {
  const text = await answer.text().catch(() => Promise.reject(new CareError("offline")));
  if (!answer.ok) {
    const seconds = Number(answer.headers.get("Retry-After") ?? NaN);
    throw refusal(answer.status, text, seconds >= 0 ? Math.min(seconds, longestPause / 1000) : undefined);
  }
  if (!text) return undefined as Value;
  // What stands in the way answers with a page, and may call that a success. One that does not say what it holds, its reader judges.
  const type = answer.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type && type !== "application/json" && !type.endsWith("+json")) throw new CareError("server", { status: answer.status });
  try {
    return JSON.parse(text) as Value;
  } catch {
    throw new CareError("unreadable", { reason: new URL(answer.url).pathname });
  }
}
