import { isTrustedAddress } from './provider-settings.ts';

/** The payment provider of the settings; without its key the shop is paid by bank transfer only. */
export type PaymentSettings = {
  stripeSecretKey: string | undefined;
  stripeWebhookSecret: string | undefined;
  /** Where the provider's calls go: an origin. */
  stripeApi: string;
};

type Read = { text(name: string): string | undefined };

const STRIPE = 'https://api.stripe.com';

/** Reads the `STRIPE_…` settings; what is wrong with them is added to the mistakes, without the secrets themselves. */
export function readPaymentSettings(read: Read, mistakes: string[]): PaymentSettings {
  const stripeSecretKey = read.text('STRIPE_SECRET_KEY');
  const stripeWebhookSecret = read.text('STRIPE_WEBHOOK_SECRET');
  const stripeApi = read.text('STRIPE_API') ?? STRIPE;
  if (stripeSecretKey && !stripeWebhookSecret) mistakes.push('STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET.');
  if (stripeWebhookSecret && !stripeSecretKey) mistakes.push('STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY.');
  if (stripeSecretKey && !/^[sr]k_\w+$/.test(stripeSecretKey))
    mistakes.push('STRIPE_SECRET_KEY must be a secret or restricted key (sk_… or rk_…), not a publishable one.');
  if (stripeWebhookSecret && !/^whsec_\w+$/.test(stripeWebhookSecret))
    mistakes.push('STRIPE_WEBHOOK_SECRET must be the signing secret of the event destination (whsec_…).');
  if (!isTrustedAddress(stripeApi) || URL.parse(stripeApi)?.origin !== stripeApi)
    mistakes.push(
      `STRIPE_API must be an https:// address without a path, such as ${STRIPE} (http:// on this machine only).`,
    );
  return { stripeSecretKey, stripeWebhookSecret, stripeApi };
}
