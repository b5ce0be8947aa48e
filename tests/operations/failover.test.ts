import { expect, test } from 'vitest';
import { waitUntil } from '../../server/startup.ts';
import { buildWhereMissing } from '../shop-process.ts';
import { startHaproxy } from './haproxy.ts';
import { expectOrders, isOutage, report, startLoad, stockShop } from './load.ts';
import { CAN_CUT } from './network.ts';
import {
  hasCaughtUp,
  isReadOnly,
  restartMember,
  signalMember,
  startCluster,
  takesWrites,
  urlAt,
  type Cluster,
  type Member,
} from './patroni.ts';
import { SLOW } from './processes.ts';
import { newServer } from './servers.ts';
import { countStrayWrites, prepareStrayWrites, startStrayWrites } from './stray-writes.ts';

buildWhereMissing();

/** Seconds from a fault of the primary until orders are taken again. */
const MOST_SECONDS = 30;

/** `alone`: what becomes of the primary before the fault ends. */
type Fault = {
  begin: (primary: Member) => void;
  alone?: (primary: Member) => Promise<boolean>;
  end: (primary: Member) => void;
};

const FAULTS: Record<string, Fault> = {
  killed: { begin: (primary) => signalMember(primary, 'SIGKILL'), end: restartMember },
  'stopped without a word': {
    begin: (primary) => signalMember(primary, 'SIGSTOP'),
    end: (primary) => signalMember(primary, 'SIGCONT'),
  },
  ...(CAN_CUT && {
    'cut off from the network': {
      begin: (primary) => primary.machine!.pullCable(),
      // One that still stops while its network returns may be started twice.
      alone: isReadOnly,
      end: (primary) => primary.machine!.plugCable(),
    },
  }),
};

test.each(Object.entries(FAULTS))(
  'the primary of a Patroni cluster is %s: cached pages are sent, orders go on at the next one, no server is restarted, and it returns as a replica',
  async (name, { begin, alone, end }) => {
    const cluster = await startCluster();
    const titles = await stockShop(cluster.url);
    const servers = [await newServer(cluster.url), await newServer(cluster.url)];
    for (const server of servers) await server.start();
    const proxy = await startHaproxy(servers.map(({ url }) => url));
    const former = await cluster.primary();
    await prepareStrayWrites(former);
    const load = startLoad(proxy.url, { titles, retries: true });
    await waitUntil(() => load.figures.orders > 60, { seconds: 60, what: 'orders' });

    begin(former);
    const strays = startStrayWrites(former);
    const failedAt = performance.now();
    const { orders } = load.figures;
    await waitUntil(() => load.figures.orders > orders + 30, { seconds: 100, what: 'orders at the new primary' });
    const seconds = secondsSince(failedAt);
    expect(await takesWrites(former)).toBe(false);
    const { open, ever } = await cluster.proxy.connections(former.name);
    expect(open).toBe(0);
    if (alone) await waitUntil(() => alone(former), { seconds: 10, what: 'the primary to have stopped by itself' });

    end(former);
    const returnedAt = performance.now();
    const follows = () =>
      cluster.primary().then(
        (primary) => hasCaughtUp(former, primary),
        () => false,
      );
    await waitUntil(follows, {
      seconds: 90,
      what: 'the former primary to follow',
    }).catch((error: Error) => {
      throw new Error(`${error.message} What it said last:\n${former.part.output()}`);
    });
    const returned = secondsSince(returnedAt);
    const { orders: before } = load.figures;
    await waitUntil(() => load.figures.orders > before + 30, { seconds: 60, what: 'orders after its return' });

    const figures = await load.stop();
    const { attempted, acknowledged, last } = await strays.stop();
    report(`the primary is ${name}: 30 orders within ${seconds} s, a replica ${returned} s after its return`, figures);
    expect(figures.failures.filter((failure) => !isOutage(failure)).slice(0, 5)).toEqual([]);
    expect(seconds).toBeLessThanOrEqual(MOST_SECONDS);
    expect({ acknowledged, last }).toEqual({ acknowledged: 0, last: expect.stringContaining('read-only') });
    expect(attempted).toBeGreaterThan(1);
    expect(await cluster.proxy.connections(former.name)).toEqual({ open: 0, ever });
    await expectOrders(cluster.url, figures);
    await expectFollower(cluster, former);
    await expectOrders(urlAt(former), figures);
    for (const server of servers) {
      await waitUntil(server.isReady, { seconds: 30, what: 'the server to be ready again' });
      expect(await server.end('SIGTERM')).toBe(0);
    }
  },
  SLOW,
);

/** The former primary has what the new one has, and nothing else. */
async function expectFollower(cluster: Cluster, former: Member): Promise<void> {
  const primary = await cluster.primary();
  expect(primary.name).not.toBe(former.name);
  await waitUntil(() => hasCaughtUp(former, primary), { seconds: 30, what: 'the former primary to catch up' });
  for (const member of cluster.members) expect(await countStrayWrites(member)).toBe(0);
}

function secondsSince(then: number): number {
  return Math.round((performance.now() - then) / 1000);
}
