import { useTranslations } from 'use-intl';
import type { OrderClaimView } from '#contract/order-request-views.ts';
import { claimArrivedPath, guestOrderPath } from '#contract/pages.ts';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { formatDay, formatDayRange } from '#domain/dates.ts';
import { Shipments } from '../../orders/order-view.tsx';
import { ForeignText } from '../../ui/text.tsx';
import { useCommonTranslations, useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';
import { useOrderToken } from './order-token.ts';

type ClaimSummaryProps = {
  order: OrderWithTimeline;
  claim: Pick<OrderClaimView['claim'], 'problem' | 'wish' | 'lines' | 'note'>;
};

/** What is missing of an order, and what its customer would like. */
export function ClaimSummary({ order, claim: { problem, wish, lines, note } }: ClaimSummaryProps) {
  const t = useShopTranslations();
  return (
    <>
      <section>
        <h2>{t(`orderClaim.problems.${problem}`)}</h2>
        <ul className="order-items">
          {lines.map(({ id, qty }) => {
            const line = order.lines.find((one) => one.id === id)!;
            return (
              <li key={id}>
                <ForeignText text={line.title} language={line.language} />
                <span>{t('orderRequests.items.copies', { count: qty })}</span>
              </li>
            );
          })}
        </ul>
      </section>
      <section>
        <h2>{t('orderClaim.wished')}</h2>
        <p>{t(`orderClaim.wishes.${wish}`)}</p>
        {note && (
          <p className="field-hint" dir="auto">
            {note}
          </p>
        )}
      </section>
    </>
  );
}

/** A claim: how far it is, what it is about, and a way to end it. */
export function OrderClaimPage({ view: { order, claim, error } }: { view: OrderClaimView }) {
  const t = useShopTranslations();
  const orders = useTranslations('orders');
  const common = useCommonTranslations();
  const { locale } = usePageRequest();
  const link = useLocalePath();
  const token = useOrderToken();
  const { number, status } = claim;
  return (
    <section className="order-page">
      <header>
        <p>
          <a href={link(guestOrderPath(token))}>{t('order.title', { number: order.number })}</a>
        </p>
        <h1>{orders('claim', { number })}</h1>
        <p>{t('orderClaim.openedOn', { date: formatDay(claim.opened_at, locale) })}</p>
      </header>
      {error && (
        <p className="alert alert-danger" role="alert">
          {error}
        </p>
      )}
      <div className="alert">
        <p>
          <b>{t(`orderClaim.statuses.${status}`)}</b> {t(`orderClaim.next.${status}`)}
        </p>
        {claim.shop_note && <p>{t('orderClaim.shopNote', { note: claim.shop_note })}</p>}
        {status === 'resent' && order.expected && (
          <p>{common('arrival.expected', { dates: formatDayRange(order.expected, locale) })}</p>
        )}
        <Shipments parcels={order.shipments} />
      </div>
      <ClaimSummary order={order} claim={claim} />
      {status === 'open' && (
        <form method="post" action={link(claimArrivedPath(token, number))}>
          <button className="button button-quiet">{t('orderClaim.arrived')}</button>
        </form>
      )}
    </section>
  );
}
