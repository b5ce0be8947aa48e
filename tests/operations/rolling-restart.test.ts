import { expect, test } from 'vitest';
import { waitUntil } from '../../server/startup.ts';
import { buildWhereMissing } from '../shop-process.ts';
import { startHaproxy } from './haproxy.ts';
import { expectOrders, report, startLoad, stockShop } from './load.ts';
import { startPostgres } from './postgres.ts';
import { SLOW } from './processes.ts';
import { newServer } from './servers.ts';

test(
  'two servers are restarted one after the other behind haproxy with its default checks, and no request fails',
  async () => {
    buildWhereMissing();
    const postgres = await startPostgres();
    const titles = await stockShop(postgres.url());
    const servers = [await newServer(postgres.url()), await newServer(postgres.url())];
    for (const server of servers) await server.start();
    const proxy = await startHaproxy(servers.map(({ url }) => url));
    const load = startLoad(proxy.url, { titles });
    await waitUntil(() => load.figures.orders > 20, { seconds: 60, what: 'orders' });

    for (const server of servers) {
      const ended = server.end('SIGTERM');
      const isDraining = async () => (await server.readiness()).reason === 'draining';
      await waitUntil(isDraining, { seconds: 10, what: 'the server to say that it is draining' });
      expect((await fetch(`${server.url}/api/site/subjects`)).status).toBe(200);
      expect(await ended).toBe(0);
      await server.start();
      await waitUntil(() => proxy.isUp(server.url), { seconds: 60, what: 'haproxy to send it requests again' });
    }

    const figures = await load.stop();
    report('rolling restart, drain 10 s, default health checks', figures);
    expect(figures.failures.slice(0, 5)).toEqual([]);
    await expectOrders(postgres.url(), figures);
  },
  SLOW,
);
