import assert from "node:assert/strict";
import { test } from "node:test";

/** A row of a table: what happened before, what happens, what follows. */
export interface Case<Event, Effect> {
  name: string;
  before: Event[];
  event: Event;
  effects: Effect[];
}

export interface Machine<Event, Effect> {
  handle(event: Event): Effect[];
}

export function run<Event, Effect, Row extends Case<Event, Effect>, M extends Machine<Event, Effect>>(
  make: () => M, rows: Row[], also: (machine: M, row: Row) => void = () => {},
): void {
  for (const row of rows) {
    test(row.name, () => {
      const machine = make();
      // Each run has its own: a machine may keep what it was given.
      for (const event of structuredCloned(row.before)) machine.handle(event);
      assert.deepEqual(machine.handle(structuredCloned([row.event])[0] as Event), row.effects);
      also(machine, row);
    });
  }
}

const structuredCloned = <Value>(values: Value[]): Value[] => values.map((value) => ({ ...value }));

/** Numbers that are the same in each run (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed + 1;
  }

  /** Below `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  one<Value>(values: Value[]): Value | undefined {
    return values[this.below(values.length || 1)];
  }
}

/** What has been begun has gone as far as it goes without timers. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** For the time of `work` a page's globals are these. */
export async function withGlobals(globals: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const before = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    await work();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}
