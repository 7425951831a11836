/** What a page waits for at most, in milliseconds, whatever it is told: a timer of more than 24 days would be over at once. */
export const longestPause = 86_400_000;

/** Milliseconds to wait before the same is tried again: random, growing, and no shorter than the server wants, so that what many lost at once they do not
 * ask for at once. `failures`: how many there were so far; `random`: from 0 until 1. */
export function retryPause(failures: number, random: number, atLeast = 0, first = 500, longest = 60_000): number {
  const most = Math.min(first * 2 ** Math.min(Math.max(failures, 1) - 1, 20), longest);
  return Math.min(Math.max(most * (0.5 + random / 2), atLeast * 1000), longestPause);
}

export const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
