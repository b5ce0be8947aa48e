import type { LiveTopic } from '#contract/live.ts';
import { follow } from './follow.ts';

const NAME = 'live';

/**
 * Follows what the customer is told with one stream for all open pages of this browser: who holds the lock reads it
 * and tells the others. A browser without locks has a stream for each page.
 */
export function followTogether(onTold: (topic: LiveTopic) => void, signal: AbortSignal): void {
  if (!navigator.locks) return void follow(onTold, signal);
  const others = new BroadcastChannel(NAME);
  others.addEventListener('message', ({ data }: MessageEvent<LiveTopic>) => onTold(data));
  signal.addEventListener('abort', () => others.close());
  const tellAll = (topic: LiveTopic) => {
    if (signal.aborted) return;
    onTold(topic);
    others.postMessage(topic);
  };
  navigator.locks.request(NAME, { signal }, () => follow(tellAll, signal)).catch(() => {});
}
