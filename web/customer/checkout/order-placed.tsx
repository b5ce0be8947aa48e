import { useFormatter, useTranslations } from 'use-intl';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { isSignedIn, onSessionChange } from '../../browser/session.ts';
import { AddressLines } from '../../orders/address-lines.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { TransferInstructions } from '../../ui/transfer-instructions.tsx';
import type { Known } from '../auth/register-page.tsx';
import { useShopPath } from '../use-shop-path.ts';
import type { Placed } from './placed.ts';

/** Thanks, the number, how to pay, what goes where, and what comes next. */
export function OrderPlaced({ placed }: { placed: Placed }) {
  const t = useTranslations('area.checkout');
  const shop = useShopPath();
  const { order, email } = placed;
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
      <WhatAndWhere placed={placed} />
      <NextStep placed={placed} />
      <p>
        <a href={shop('/browse')}>{t('goOn')}</a>
      </p>
    </section>
  );
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
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn);
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
