import { expect, test } from 'vitest';
import { waitUntil } from '../../server/startup.ts';
import { buildWhereMissing } from '../shop-process.ts';
import { startHaproxy } from './haproxy.ts';
import { expectOrders, isOutage, report, startLoad, stockShop } from './load.ts';
import { CAN_CUT } from './network.ts';
import { cutOff, signalMember, startCluster, type Cluster, type Member } from './patroni.ts';
import { SLOW } from './processes.ts';
import { newServer } from './servers.ts';

buildWhereMissing();

/** Seconds from a fault of the primary until orders are taken again. */
const MOST_SECONDS = 30;

type Fault = {
  begin: (primary: Member) => unknown;
  /** Ends the fault: then the former primary must follow, not write. */
  end?: (primary: Member) => void;
};

const FAULTS: Record<string, Fault> = {
  killed: { begin: (primary) => signalMember(primary, 'SIGKILL') },
  'stopped without a word': {
    begin: (primary) => signalMember(primary, 'SIGSTOP'),
    end: (primary) => signalMember(primary, 'SIGCONT'),
  },
  // Its Patroni cannot reach its own PostgreSQL either, as it could behind a cable: what it does afterwards is not looked at.
  'cut off from the network': { begin: cutOff },
};

test.each(Object.keys(FAULTS).filter((name) => CAN_CUT || FAULTS[name]!.begin !== cutOff))(
  'the primary of a Patroni cluster is %s: cached pages are sent, orders go on at the next one, and no server is restarted',
  async (name) => {
    const cluster = await startCluster();
    const titles = await stockShop(cluster.url);
    const servers = [await newServer(cluster.url), await newServer(cluster.url)];
    for (const server of servers) await server.start();
    const proxy = await startHaproxy(servers.map(({ url }) => url));
    const load = startLoad(proxy.url, { titles, retries: true });
    await waitUntil(() => load.figures.orders > 60, { seconds: 60, what: 'orders' });

    const { begin, end } = FAULTS[name]!;
    const former = await cluster.primary();
    begin(former);
    const failedAt = performance.now();
    const { orders } = load.figures;
    await waitUntil(() => load.figures.orders > orders + 30, { seconds: 100, what: 'orders at the new primary' });
    const seconds = Math.round((performance.now() - failedAt) / 1000);
    if (end) {
      end(former);
      await expectFollower(cluster, former);
    }

    const figures = await load.stop();
    report(`the primary is ${name}: 30 orders within ${seconds} s`, figures);
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

/** The former primary is back: it takes no more writes, and follows the new one. */
async function expectFollower(cluster: Cluster, former: Member): Promise<void> {
  await waitUntil(async () => !(await cluster.takesWrites(former)), {
    seconds: 30,
    what: 'the former primary to stop',
  });
  await waitUntil(() => cluster.isReplica(former), { seconds: 90, what: 'the former primary to follow' });
  expect((await cluster.primary()).name).not.toBe(former.name);
}
