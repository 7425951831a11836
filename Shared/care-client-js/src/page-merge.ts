export interface Place {
  key: string;
  /** The list is in its descending order. */
  position: number;
}

/** What becomes of a cached list when the first page of it was fetched anew: which cached keys are not in the list any more, or nobody knows of, and where
 * the list goes on behind what is kept. `isStale`: older parts may have changed too, so that what was not fetched is not kept. */
export function mergePage(
  page: Place[], next: string | undefined, cached: Place[], cachedNext: string | undefined, isStale = false,
): { removed: string[]; cursor: string | undefined } {
  const fetched = new Set(page.map(({ key }) => key));
  const lowest = Math.min(...page.map(({ position }) => position));
  const others = cached.filter(({ key }) => !fetched.has(key));
  // Where nothing of the page was here before, more may lie between it and the rest.
  const touches = cached.length > others.length;
  // Of those that stand at the same place as the page's last, nobody knows which come after it: the list goes on behind the page.
  const isEven = others.some(({ position }) => position === lowest);
  if (next === undefined || !touches || isStale || isEven) return { removed: others.map(({ key }) => key), cursor: next };
  const removed = others.filter(({ position }) => position >= lowest).map(({ key }) => key);
  return { removed, cursor: removed.length === others.length ? next : cachedNext };
}
