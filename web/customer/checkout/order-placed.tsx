import { useFormatter, useTranslations } from 'use-intl';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import type { OnlineMethod } from '#domain/payment.ts';
import { isSignedIn, onSessionChange } from '../../browser/session.ts';
import { AddressLines } from '../../orders/address-lines.tsx';
import { PayLinks } from '../../orders/pay-links.tsx';
import { PayOrder, type PayOrderProps } from '../../orders/pay-order.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import type { Known } from '../auth/register-page.tsx';
import { PayButtons } from '../orders/pay-buttons.tsx';
import { useOrder } from '../orders/use-orders.ts';
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
      <HowToPay placed={placed} />
      <WhatAndWhere placed={placed} />
      <NextStep placed={placed} />
      <p>
        <a href={shop('/browse')}>{t('goOn')}</a>
      </p>
    </section>
  );
}

/** Every way to pay: whoever turned back from the provider's page, or could not be led there, finds it here. */
function HowToPay({ placed: { order, uid } }: { placed: Placed }) {
  const isMember = useIsMember();
  if (isMember) return <HowToPayNow order={order} />;
  const to = (method: OnlineMethod) => (uid ? order.page : `${order.page}/pay/${method}`);
  return <WaysToPay order={order} now={order} ways={(methods) => <PayLinks methods={methods} to={to} />} />;
}

/** As the order is now: on the way back it may be paid. */
function HowToPayNow({ order }: Pick<Placed, 'order'>) {
  const { data } = useOrder(order.number);
  const ways: Ways = (methods) => <PayButtons id={order.id} methods={methods} />;
  return <WaysToPay order={order} now={data ?? order} ways={ways} />;
}

type Ways = PayOrderProps['ways'];
type WaysToPayProps = Pick<Placed, 'order'> & { now: PayOrderProps['order']; ways: Ways };

/** Says so, too, where the page that was chosen could not be opened. */
function WaysToPay({ order, now, ways }: WaysToPayProps) {
  const t = useTranslations('area.checkout');
  const { method, redirect } = order.payment;
  const isShut = now.payment.status === 'pending' && method !== 'bank_transfer' && !redirect;
  return (
    <>
      {isShut && <p className="notice">{t('noPage')}</p>}
      <PayOrder order={now} ways={ways} />
    </>
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
