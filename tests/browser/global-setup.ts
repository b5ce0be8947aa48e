import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/free-port.ts';
import { waitUntil } from '../../server/wait-until.ts';
import { CLIENT_ID, startProvider } from '../identity-provider/provider.ts';
import { startStripe, STRIPE_KEYS } from '../payment-provider/stripe.ts';

/** Starts an identity provider, a payment provider and the real shop with its demo on a scratch folder; the environment tells where. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'halaman-browser-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const provider = await startProvider(url);
  const stripe = await startStripe({ shop: () => url });
  const environment = {
    PORT: String(port),
    DATA_DIR: folder,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    DEMO: '1',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_NAME: 'BookID',
    ...STRIPE_KEYS,
    STRIPE_API: stripe.url,
  };
  const shop = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.env.SHOP_URL = url;
  process.env.SHOP_DATA = folder;
  process.env.PROVIDER_URL = provider.issuer;
  await waitUntil(() => isReady(url, shop), { seconds: 120, what: 'the shop to open' });
  return async () => {
    const ended = new Promise((resolve) => shop.once('exit', resolve));
    shop.kill('SIGTERM');
    await ended;
    await provider.close();
    await stripe.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function isReady(url: string, shop: ChildProcess): Promise<boolean> {
  if (shop.exitCode !== null) throw new Error('The shop ended before it was ready.');
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}
