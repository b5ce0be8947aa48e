import { SingleBar } from 'cli-progress';

type OnProgress = (done: number, all: number) => void;

/** Runs long work with a bar on a terminal's standard error, and without one elsewhere. */
export async function withProgress<T>(label: string, work: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work(() => {});
  const bar = new SingleBar({
    format: `${label} {bar} {value}/{total}, {eta_formatted} left`,
    clearOnComplete: true,
    hideCursor: null,
  });
  let isStarted = false;
  try {
    return await work((done, all) => {
      if (!isStarted) bar.start(all, done);
      isStarted = true;
      bar.update(done);
    });
  } finally {
    bar.stop();
  }
}
