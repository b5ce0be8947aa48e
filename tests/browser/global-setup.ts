import { freePort } from '../../server/startup.ts';
import { CLIENT_ID, startProvider } from '../fakes/identity-provider.ts';
import { startStripe, STRIPE_KEYS } from '../fakes/stripe.ts';
import { startDemoShop } from './demo-shop.ts';

/** The static code of an imaginary shop. */
const MERCHANT_QR =
  '00020101021126440014A00000061500010106500001021212345678901252045942' +
  '53034585802MY5907HALAMAN6012KUALA LUMPUR62110207SHOP 016304C8C7';

/** Starts an identity provider, a payment provider and the demo shop that uses them; their URLs are in the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const provider = await startProvider(url);
  const stripe = await startStripe({ shop: () => url });
  const shop = await startDemoShop(port, {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_NAME: 'BookID',
    ...STRIPE_KEYS,
    STRIPE_API: stripe.url,
    DUITNOW_QR: MERCHANT_QR,
  });
  process.env.SHOP_URL = shop.url;
  process.env.SHOP_DATA = shop.folder;
  process.env.PROVIDER_URL = provider.issuer;
  return async () => {
    await shop.close();
    await provider.close();
    await stripe.close();
  };
}
