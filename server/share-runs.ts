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
