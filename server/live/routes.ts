import type { Handlers } from '../http/bind.ts';
import type { LiveHub } from './hub.ts';

export function liveHandlers(hub: LiveHub): Pick<Handlers, 'followChanges'> {
  return {
    followChanges: async ({ caller, reply }) => {
      const stream = hub.open(caller.customerId, caller.tokenLasts);
      // HEAD answers without reading it; and a reader may be gone before the first byte.
      reply.raw.once('close', () => stream.destroy());
      void reply.headers({ Connection: 'close', 'X-Accel-Buffering': 'no' });
      return stream;
    },
  };
}
