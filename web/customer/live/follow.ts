import { followChanges, LIVE_TOPICS, type LiveTopic } from '#contract/live.ts';
import { openStream } from '../../browser/client.ts';
import { readEvents } from './read-events.ts';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
/** The server gives a sign of life every 25 seconds; after two that are missing the line is dead. */
const LONGEST_SILENCE = 60_000;

/**
 * Follows what the customer is told, until `signal` aborts: opens the stream, tells `everything` because something may
 * have been missed, and when it ends comes back, after pauses that double.
 */
export async function follow(onTold: (topic: LiveTopic) => void, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    const hasOpened = await readOnce(onTold, signal);
    pause = hasOpened ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
    await wait(pause * (0.5 + Math.random() / 2), signal);
  }
}

/** Whether the stream could be opened; why it ended does not matter. */
async function readOnce(onTold: (topic: LiveTopic) => void, signal: AbortSignal): Promise<boolean> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), LONGEST_SILENCE);
  let hasOpened = false;
  try {
    const { body } = await openStream(followChanges, { signal: AbortSignal.any([signal, silence.signal]) });
    hasOpened = true;
    onTold('everything');
    await readEvents(body!, {
      onData: (data) => onTold(LIVE_TOPICS.find((topic) => topic === data) ?? 'everything'),
      onLife: () => {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), LONGEST_SILENCE);
      },
    });
  } catch {
    // No answer, a refusal, a line that broke: all the same here, and the next try comes.
  } finally {
    clearTimeout(timer);
  }
  return hasOpened;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
