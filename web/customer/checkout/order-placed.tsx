import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { isSignedIn, onSessionChange } from '../../browser/session.ts';
import { TransferInstructions } from '../../ui/transfer-instructions.tsx';
import { useShopPath } from '../use-shop-path.ts';
import type { Placed } from './use-place-order.ts';

/** Thanks, the number, how to pay, and what comes next. */
export function OrderPlaced({ placed: { order, email } }: { placed: Placed }) {
  const t = useTranslations('area.checkout');
  const shop = useShopPath();
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn);
  const { instructions } = order.payment;
  return (
    <section className="order-placed">
      <title>{t('title')}</title>
      <h1>{t('thanks', { number: order.number })}</h1>
      <p>{t('thanksText', { email })}</p>
      {instructions && (
        <TransferInstructions
          title={t('transferTitle', { amount: formatSen(senFromRinggit(order.payable)) })}
          to={instructions}
        />
      )}
      {isMember ? (
        <Link className="button" to={`/my-orders?order=${order.number}`}>
          {t('seeOrders')}
        </Link>
      ) : (
        <Link className="button" to="/auth/register">
          {t('keepAccount')}
        </Link>
      )}
      <p>
        <a href={shop('/browse')}>{t('goOn')}</a>
      </p>
    </section>
  );
}
