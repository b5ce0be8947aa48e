import { expect, test } from 'vitest';
import { waitUntil } from '../../server/startup.ts';
import { buildWhereMissing } from '../shop-process.ts';
import { startHaproxy } from './haproxy.ts';
import { expectOrders, report, startLoad, stockShop } from './load.ts';
import { signalMember, startCluster } from './patroni.ts';
import { SLOW } from './processes.ts';
import { newServer } from './servers.ts';

buildWhereMissing();

/** Seconds from a fault of the primary until orders are taken again. */
const MOST_SECONDS = 30;

test(
  'the primary of a Patroni cluster is killed: cached pages are sent, orders go on at the next one, and no server is restarted',
  async () => {
    const cluster = await startCluster();
    const titles = await stockShop(cluster.url);
    const servers = [await newServer(cluster.url), await newServer(cluster.url)];
    for (const server of servers) await server.start();
    const proxy = await startHaproxy(servers.map(({ url }) => url));
    const load = startLoad(proxy.url, { titles, retries: true });
    await waitUntil(() => load.figures.orders > 60, { seconds: 60, what: 'orders' });

    signalMember(await cluster.primary(), 'SIGKILL');
    const failedAt = performance.now();
    const { orders } = load.figures;
    await waitUntil(() => load.figures.orders > orders + 30, { seconds: 100, what: 'orders at the new primary' });
    const seconds = Math.round((performance.now() - failedAt) / 1000);

    const figures = await load.stop();
    report(`the primary is killed: 30 orders within ${seconds} s`, figures);
    expect(figures.failures.filter((failure) => !isOutage(failure)).slice(0, 5)).toEqual([]);
    expect(seconds).toBeLessThanOrEqual(MOST_SECONDS);
    await expectOrders(cluster.url, figures);
    for (const server of servers) {
      await waitUntil(server.isReady, { seconds: 30, what: 'the server to be ready again' });
      expect(await server.end('SIGTERM')).toBe(0);
    }
  },
  SLOW,
);

/** The answer to a request that needs the database; a page never fails. */
function isOutage(failure: string): boolean {
  return /^\/(?:customer|api)\/.*: 503 /.test(failure);
}
