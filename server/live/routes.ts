import type { ClientInfo, Principal } from '../context.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { rateLimitSubject } from '../limits.ts';
import type { LiveHub } from './live-events.ts';

export function liveHandlers(hub: LiveHub): Pick<Handlers, 'followChanges' | 'followShop'> {
  const follow = (principal: Principal, client: ClientInfo, follows: 'own' | 'shop') => {
    const { customerId, tokenSecondsLeft: seconds } = principal;
    const stream = hub.open({ customerId, address: rateLimitSubject(client.ip), seconds, follows });
    return new ResponseWith(stream, { headers: { Connection: 'close', 'X-Accel-Buffering': 'no' } });
  };
  return {
    followChanges: async ({ principal, client }) => follow(principal, client, 'own'),
    followShop: async ({ principal, client }) => follow(principal, client, 'shop'),
  };
}
