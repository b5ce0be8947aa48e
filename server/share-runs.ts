/**
 * Runs `work` one at a time: whoever asks while it runs shares the next run, which begins after they asked, with all others who do.
 * So nobody gets what was read before they asked.
 */
export function shareRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const run = () => {
    next = undefined;
    running = work().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (!running && !next) return run();
    next ??= running!.then(run, run);
    return next;
  };
}

/** What `work` gave is given to whoever asks within so many milliseconds, to those who ask meanwhile too. A failure is not kept. */
export function keepFor<T>(
  milliseconds: number,
  work: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let kept: { of: Promise<T>; until: number } | undefined;
  return () => {
    if (kept && now() < kept.until) return kept.of;
    const of = work();
    const fresh = { of, until: now() + milliseconds };
    kept = fresh;
    of.catch(() => kept === fresh && (kept = undefined));
    return of;
  };
}
