import { LIVE_TOPICS, type LiveTopic } from '#contract/options.ts';
import { openStream } from '../../browser/api-client.ts';
import { readEvents } from './live-events.ts';

const CHANNEL_NAME = 'live';

/**
 * Subscribes to the customer's events with one stream for all open tabs of this browser: the tab that holds the lock
 * reads it and forwards to the channel. A browser without locks has one stream per tab.
 */
export function subscribeAcrossTabs(onMessage: (topic: LiveTopic) => void, signal: AbortSignal): void {
  if (!navigator.locks) return void subscribe(onMessage, signal);
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<LiveTopic>) => onMessage(data));
  signal.addEventListener('abort', () => channel.close());
  const forward = (topic: LiveTopic) => {
    if (signal.aborted) return;
    onMessage(topic);
    channel.postMessage(topic);
  };
  navigator.locks.request(CHANNEL_NAME, { signal }, () => subscribe(forward, signal)).catch(() => {});
}

const INITIAL_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
/** The server sends a heartbeat every 25 seconds; after two missing ones the connection is dead. */
const SILENCE_TIMEOUT_MS = 60_000;

type StreamEndpoint = 'followChanges' | 'followShop';

/**
 * Subscribes to events until `signal` aborts: opens the stream, sends `everything` because messages may
 * have been missed, and reconnects when it ends, with exponential back-off.
 */
export async function subscribe(
  onMessage: (topic: LiveTopic) => void,
  signal: AbortSignal,
  endpoint: StreamEndpoint = 'followChanges',
): Promise<void> {
  let delayMs = INITIAL_RETRY_MS;
  while (!signal.aborted) {
    const isOpened = await connectOnce(onMessage, signal, endpoint);
    delayMs = isOpened ? INITIAL_RETRY_MS : Math.min(delayMs * 2, MAX_RETRY_MS);
    await wait(delayMs * (0.5 + Math.random() / 2), signal);
  }
}

/** Resolves to whether the stream was opened; the reason why it ended does not matter. */
async function connectOnce(
  onMessage: (topic: LiveTopic) => void,
  signal: AbortSignal,
  endpoint: StreamEndpoint,
): Promise<boolean> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_TIMEOUT_MS);
  let isOpened = false;
  try {
    const { body } = await openStream(endpoint, { signal: AbortSignal.any([signal, silence.signal]) });
    isOpened = true;
    onMessage('everything');
    await readEvents(body!, {
      onData: (data) => onMessage(LIVE_TOPICS.find((topic) => topic === data) ?? 'everything'),
      onHeartbeat: () => {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_TIMEOUT_MS);
      },
    });
  } catch {
    // Whether there was no response, an error or a lost connection: the next attempt follows.
  } finally {
    clearTimeout(timer);
  }
  return isOpened;
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
