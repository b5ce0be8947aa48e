import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { rateLimitSubject } from '../limits.ts';
import type { LiveHub } from './live-events.ts';

export function liveHandlers(hub: LiveHub): Pick<Handlers, 'followChanges'> {
  return {
    followChanges: async ({ principal, client }) => {
      const { customerId, tokenSecondsLeft: seconds } = principal;
      const stream = hub.open({ customerId, address: rateLimitSubject(client.ip), seconds });
      return new ResponseWith(stream, { headers: { Connection: 'close', 'X-Accel-Buffering': 'no' } });
    },
  };
}
