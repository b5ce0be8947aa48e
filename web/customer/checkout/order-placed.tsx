import { useFormatter, useTranslations } from 'use-intl';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { isSignedIn, onSessionChange } from '../../browser/session.ts';
import { AddressLines } from '../../orders/address-lines.tsx';
import { PayOrder } from '../../orders/pay-order.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import type { Known } from '../auth/register-page.tsx';
import { PayButton } from '../orders/pay-button.tsx';
import { useShopPath } from '../use-shop-path.ts';
import type { Placed } from './placed.ts';

/** Thanks, the number, how to pay, what goes where, and what comes next. */
export function OrderPlaced({ placed }: { placed: Placed }) {
  const t = useTranslations('area.checkout');
  const shop = useShopPath();
  const { order, email } = placed;
  return (
    <section className="order-placed">
      <title>{t('title')}</title>
      <h1>{t('thanks', { number: order.number })}</h1>
      <p>{t('thanksText', { email })}</p>
      <HowToPay order={order} />
      <WhatAndWhere placed={placed} />
      <NextStep placed={placed} />
      <p>
        <a href={shop('/browse')}>{t('goOn')}</a>
      </p>
    </section>
  );
}

/** The provider's page was opened already; whoever comes back from it finds the way there again: a guest, the same page. */
function HowToPay({ order }: Pick<Placed, 'order'>) {
  const t = useTranslations('common.payment');
  const isMember = useIsMember();
  const { redirect, method } = order.payment;
  if (isMember || !redirect)
    return (
      <PayOrder order={order} {...(isMember && { way: (one) => <PayButton key={one} id={order.id} method={one} /> })} />
    );
  return (
    <section className="pay">
      <h2>{t('pay', { amount: formatSen(senFromRinggit(order.payable)) })}</h2>
      <a className="button" href={redirect}>
        {t(`methods.${method}`)}
      </a>
    </section>
  );
}

function useIsMember(): boolean {
  return useSyncExternalStore(onSessionChange, isSignedIn);
}

function WhatAndWhere({ placed: { books, address } }: { placed: Placed }) {
  const t = useTranslations('area');
  const format = useFormatter();
  return (
    <div className="placed-facts">
      <section>
        <h2>{t('orders.yourBooks')}</h2>
        <ul>
          {books.map(({ vid, qty, title, language }) => (
            <li key={vid}>
              {format.number(qty)} × <ForeignText text={title} language={language} />
            </li>
          ))}
        </ul>
      </section>
      {address && (
        <section>
          <h2>{t('orders.deliverTo')}</h2>
          <AddressLines address={address} />
        </section>
      )}
    </div>
  );
}

/** A member sees the order among theirs; a guest needs only a password more to have it kept. */
function NextStep({ placed: { order, email, address } }: { placed: Placed }) {
  const t = useTranslations('area.checkout');
  const isMember = useIsMember();
  const known: Known = { email, displayName: address?.name ?? '' };
  return (
    <>
      <p>{isMember ? t('mayCancel') : t('mayWrite')}</p>
      {isMember ? (
        <Link className="button" to={`/my-orders?order=${order.number}`}>
          {t('seeOrders')}
        </Link>
      ) : (
        <Link className="button" to="/auth/register" state={known}>
          {t('keepAccount')}
        </Link>
      )}
    </>
  );
}
