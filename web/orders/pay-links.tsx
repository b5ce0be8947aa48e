import { useTranslations } from 'use-intl';
import type { OnlineMethod } from '#domain/payment.ts';

type PayLinksProps = { methods: readonly OnlineMethod[]; to: (method: OnlineMethod) => string };

/** The ways to the payment provider by links, for who is not signed in. */
export function PayLinks({ methods, to }: PayLinksProps) {
  const t = useTranslations('common.payment.methods');
  return methods.map((method) => (
    <a key={method} className="button" href={to(method)} rel="nofollow">
      {t(method)}
    </a>
  ));
}
