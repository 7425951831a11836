/** A value that is watched: `for await` gives it as it is now, then whenever it changes; who is slow gets the newest. */
export class State<Value> implements AsyncIterable<Value> {
  #value: Value;
  readonly #followers = new Set<Newest<Value>>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    this.#value = value;
    for (const follower of this.#followers) follower.give(value);
  }

  [Symbol.asyncIterator](): AsyncIterator<Value> {
    const follower: Newest<Value> = new Newest(() => this.#followers.delete(follower));
    this.#followers.add(follower);
    follower.give(this.#value);
    return follower;
  }
}

/** One who follows: the newest value that they have not had. */
export class Newest<Value> implements AsyncIterator<Value> {
  readonly #onEnd: () => void;
  #next: { value: Value } | undefined;
  #end: { error: unknown } | undefined;
  #waiting: { resolve: (result: IteratorResult<Value>) => void; reject: (error: unknown) => void }[] = [];

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  give(value: Value): void {
    if (this.#end) return;
    const waiting = this.#waiting.shift();
    if (waiting) waiting.resolve({ done: false, value });
    else this.#next = { value };
  }

  /** With an error, which is thrown once what was given has been had. */
  end(error?: unknown): void {
    if (this.#end) return;
    const [first, ...others] = this.#waiting;
    this.#waiting = [];
    this.#end = { error: first ? undefined : error };
    if (error === undefined) first?.resolve({ done: true, value: undefined });
    else first?.reject(error);
    for (const other of others) other.resolve({ done: true, value: undefined });
    this.#onEnd();
  }

  async next(): Promise<IteratorResult<Value>> {
    const next = this.#next;
    this.#next = undefined;
    if (next) return { done: false, value: next.value };
    if (this.#end) {
      const { error } = this.#end;
      this.#end = { error: undefined };
      if (error !== undefined) throw error;
      return { done: true, value: undefined };
    }
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  async return(): Promise<IteratorResult<Value>> {
    this.end();
    return { done: true, value: undefined };
  }
}
