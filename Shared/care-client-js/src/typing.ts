import type { Calls } from "./calls.ts";
import { State } from "./state.ts";

type Timer = ReturnType<typeof setTimeout>;

/** Milliseconds for which it is shown, as the server says. */
const lasts = 20_000;
/** Milliseconds after which the others are told again, and after which it has ended by itself. */
const [every, endsAfter] = [8000, 5000];

/** Who types where, and that the person does. */
export class Typing {
  readonly #calls: Calls;
  readonly #shown = new Map<string, State<string[]>>();
  readonly #endings = new Map<string, Timer>();
  readonly #own = new Map<string, { told: number; ending: Timer }>();

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  follow(conversation: string): AsyncIterable<string[]> {
    return this.#board(conversation);
  }

  hear(person: string, conversation: string, isTyping: boolean): void {
    const [board, key] = [this.#board(conversation), `${conversation}/${person}`];
    clearTimeout(this.#endings.get(key));
    this.#endings.delete(key);
    if (board.value.includes(person) !== isTyping) board.set([...board.value.filter((each) => each !== person), ...(isTyping ? [person] : [])]);
    if (isTyping) this.#endings.set(key, setTimeout(() => this.hear(person, conversation, false), lasts));
  }

  async type(conversation: string): Promise<void> {
    const own = this.#own.get(conversation);
    clearTimeout(own?.ending);
    const [now, ending] = [Date.now(), setTimeout(() => void this.stop(conversation), endsAfter)];
    const isKnown = own !== undefined && now - own.told < every;
    this.#own.set(conversation, { told: isKnown ? own.told : now, ending });
    if (!isKnown) await this.#tell(conversation, true);
  }

  async stop(conversation: string): Promise<void> {
    if (this.ended(conversation)) await this.#tell(conversation, false);
  }

  /** A message ends it by itself. False when it had not begun. */
  ended(conversation: string): boolean {
    clearTimeout(this.#own.get(conversation)?.ending);
    return this.#own.delete(conversation);
  }

  /** Whoever comes next sees nobody type, and has not typed. */
  forget(): void {
    this.close();
    this.#own.clear();
    for (const board of this.#shown.values()) board.set([]);
  }

  close(): void {
    for (const timer of [...this.#endings.values(), ...[...this.#own.values()].map(({ ending }) => ending)]) clearTimeout(timer);
  }

  /** Worth one attempt: it is over before another would come. */
  async #tell(conversation: string, typing: boolean): Promise<void> {
    await this.#calls.attempt({ method: "PUT", path: `/conversations/${conversation}/typing`, body: { typing } }).catch(() => {});
  }

  #board(conversation: string): State<string[]> {
    const known = this.#shown.get(conversation);
    if (known) return known;
    const board = new State<string[]>([]);
    this.#shown.set(conversation, board);
    return board;
  }
}
