import { beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../../server/startup.ts';
import { composeShop, SERVICES, type ComposeShop, type Service } from './compose-shop.ts';
import { buildShopImage } from './images.ts';
import { expectOrders, report, startLoad, stockShop, sumOf, type Figures } from './load.ts';
import type { MadeProduct } from '../factories.ts';

/** Milliseconds: the image is built from an empty cache. */
const BUILD_AND_START = 1_200_000;

let shop: ComposeShop;
let titles: MadeProduct[];
const placed: Figures[] = [];

beforeAll(async () => {
  await buildShopImage();
  shop = await composeShop();
  await shop.compose('up', '--detach');
  await shop.waitUntilHealthy();
  titles = await stockShop(await shop.databaseUrl());
}, BUILD_AND_START);

const statusOf = async (path: string) => (await fetch(shop.url + path)).status;

test('everything is up: pages and both areas come through the proxy, metrics do not', async () => {
  const paths = ['/', '/readyz', '/customer/', '/admin/', '/metrics'];
  expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200, 200, 404]);
});

test('an upgrade as the docs say, one container after the other, fails no request', async () => {
  const load = startLoad(shop.url, { titles });
  await waitUntil(() => load.figures.orders > 20, { seconds: 60, what: 'orders' });
  await shop.compose('run', '--rm', '--no-deps', 'migrate');
  for (const service of ['worker', 'web-1', 'web-2'] as const) {
    await shop.compose('up', '--detach', '--no-deps', '--force-recreate', service);
    await waitUntil(() => shop.isHealthy(service), { seconds: 120, what: `the new ${service} to be healthy` });
  }
  const figures = await load.stop();
  report('upgrade with Compose', figures);
  placed.push(figures);
  expect(figures.failures.slice(0, 5)).toEqual([]);
  await expectOrders(await shop.databaseUrl(), sumOf(placed));
});

test.each<Service>(['web-1', 'worker', 'pooler', 'replica', 'database', 'proxy'])(
  'when %s is killed it comes back by itself, and no order is lost or doubled',
  async (service) => {
    const load = startLoad(shop.url, { titles, place: placed.length, retries: true });
    await waitUntil(() => load.figures.orders > 20, { seconds: 60, what: 'orders' });
    await shop.kill(service);
    await waitUntil(async () => !(await shop.isHealthy(service)), { seconds: 60, what: `${service} to be gone` });
    await shop.waitUntilHealthy();
    const before = load.figures.orders;
    await waitUntil(() => load.figures.orders > before + 20, { seconds: 60, what: 'orders again' });
    const figures = await load.stop();
    report(`${service} killed, Compose`, figures);
    placed.push(figures);
    await expectOrders(await shop.databaseUrl(), sumOf(placed));
  },
);

test('every order has its email, and the checks of integrity hold', { timeout: 400_000 }, async () => {
  const { orders } = sumOf(placed);
  const reached = async () => new Set(await shop.recipients()).size;
  // An email that failed is tried again after one minute, then after two.
  await waitUntil(async () => (await reached()) === orders, { seconds: 300, what: 'an email for each order' }).catch(
    async (error: Error) => {
      const log = await shop.compose('logs', '--tail', '50', 'worker');
      throw new Error(`${error.message} There were ${await reached()} of ${orders}.\n${log}`);
    },
  );
  await shop.compose('run', '--rm', '--no-deps', 'worker', 'cli/main.ts', 'doctor');
});

test('each container ends by itself when it is asked to, and everything is there after the next start', async () => {
  await shop.compose('stop');
  const codes = await Promise.all(SERVICES.map(async (service) => [service, await shop.exitCode(service)]));
  expect(codes).toEqual(SERVICES.map((service) => [service, 0]));
  await shop.compose('up', '--detach');
  await shop.waitUntilHealthy();
  await expectOrders(await shop.databaseUrl(), sumOf(placed));
});
