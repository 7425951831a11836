import type { Problem } from "./types.ts";

export type ErrorKind =
  /** The server was not reached, or its answer got lost on the way. */
  | "offline"
  /** It was reached and could not, just now; or what answered was not Careline. */
  | "server"
  /** It understood, and does not do it: `reason` says why. */
  | "refused"
  | "loggedOut"
  /** The session has ended; the same person logs in again and finds everything. */
  | "expired"
  /** The operator supports this version of the page no longer. */
  | "unsupportedVersion"
  /** The person said no, or what the browser brought back was not for this login. */
  | "login"
  /** An answer that this version cannot read. */
  | "unreadable"
  /** The browser does not keep what it is given. */
  | "storage"
  /** A page that is not of a secure context, or a browser without Web Locks. */
  | "unsupported"
  /** The client was closed before: nothing was asked of anybody. */
  | "closed";

export interface ErrorFields {
  status?: number;
  reason?: string;
  title?: string;
  detail?: string;
  fields?: { field: string; message: string }[];
  /** Members of the problem's own: `limit` and `used` of a quota. */
  numbers?: Record<string, number>;
  requestId?: string;
  /** Seconds that the server wants to be left alone. */
  retryAfter?: number;
}

/** All that the client throws. Decide by `kind` and `reason`, show `title` and `detail`, which are in the person's language. */
export class CareError extends Error implements ErrorFields {
  override readonly name = "CareError";
  readonly kind: ErrorKind;
  readonly status?: number;
  /** The last part of the problem's `type` (`slot-taken`), or OAuth's error (`access_denied`). */
  readonly reason?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly fields: { field: string; message: string }[];
  readonly numbers: Record<string, number>;
  readonly requestId?: string;
  readonly retryAfter?: number;

  constructor(kind: ErrorKind, more: ErrorFields = {}) {
    super(more.reason ? `${kind}: ${more.reason}` : kind);
    this.kind = kind;
    this.fields = more.fields ?? [];
    this.numbers = more.numbers ?? {};
    Object.assign(this, more);
  }

  /** Whether the same may well succeed a little later. */
  get isWorthRetrying(): boolean {
    if (this.kind === "offline" || this.kind === "server") return true;
    return this.kind === "refused" && (this.status === 429 || this.status === 408 || this.reason === "request-in-progress");
  }

  /** As it is kept on the disk, and told to other tabs. */
  toJSON(): { kind: ErrorKind } & ErrorFields {
    const { kind, status, reason, title, detail, fields, numbers, requestId, retryAfter } = this;
    return JSON.parse(JSON.stringify({ kind, status, reason, title, detail, fields, numbers, requestId, retryAfter }));
  }

  static from({ kind, ...more }: { kind: ErrorKind } & ErrorFields): CareError {
    return new CareError(kind, more);
  }
}

/** Any error as one of these. */
export function careError(error: unknown): CareError {
  if (error instanceof CareError) return error;
  if (error instanceof DOMException && error.name !== "AbortError" && error.name !== "TimeoutError" && error.name !== "NetworkError")
    return new CareError("storage", { reason: error.name });
  // What `fetch` throws for a network that is not there.
  if (error instanceof TypeError || error instanceof DOMException) return new CareError("offline");
  return new CareError("unreadable", { reason: error instanceof Error ? error.name : "unknown" });
}

/** What an answer without success says. */
export function refusal(status: number, body: string, retryAfter?: number): CareError {
  const wait = retryAfter === undefined ? {} : { retryAfter };
  let problem: Partial<Problem> & Record<string, unknown>;
  try {
    problem = JSON.parse(body);
  } catch {
    problem = {};
  }
  const isOutcome = problem?.resourceType === "OperationOutcome" && status < 500;
  if (isOutcome) return new CareError("refused", { status, ...outcome(problem as Partial<Outcome>), ...wait });
  // A captive portal answers with a page, or sends elsewhere; a filter may answer with JSON, and problems of its own.
  const reason = typeof problem?.type === "string" ? /\/problems\/([\w-]+)$/.exec(problem.type)?.[1] : undefined;
  // What stands before the server has taken it for too large: that is so each time.
  if (reason === undefined && [413, 414, 431].includes(status)) return new CareError("refused", { status, reason: "too-large", title: "Too Large" });
  if (status >= 500 || reason === undefined) return new CareError("server", { status, ...wait });
  const numbers = Object.fromEntries(Object.entries(problem).filter(([name, value]) => name !== "status" && typeof value === "number"));
  const { title, detail, fields, requestId } = problem;
  return new CareError("refused", {
    status, reason, ...wait, numbers: numbers as Record<string, number>, ...(title && { title }), ...(detail && { detail }), ...(fields && { fields }),
    ...(requestId && { requestId }),
  });
}

/** How health records word it (FHIR's OperationOutcome): named by the first issue's code. */
interface Outcome {
  issue?: { severity?: string; code?: string; diagnostics?: string; expression?: string[] }[];
}

function outcome({ issue }: Partial<Outcome>): ErrorFields {
  const errors = (Array.isArray(issue) ? issue : []).filter(({ severity }) => severity !== "warning" && severity !== "information");
  const fields = errors.flatMap(({ expression, diagnostics }) => (expression?.[0] ? [{ field: expression[0], message: diagnostics ?? "" }] : []));
  return { reason: errors[0]?.code ?? "processing", title: errors[0]?.diagnostics ?? "", fields };
}
