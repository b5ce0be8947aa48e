import type { ItemsReview, OrderRequestView } from '#contract/order-request-views.ts';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { guestOrderPath, orderRequestPath } from '#contract/pages.ts';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { offeredRequests } from '#domain/orders/order-request.ts';
import { REFUND_REASONS } from '#domain/orders/refund-reasons.ts';
import { ForeignText, Price } from '../../ui/text.tsx';
import { useCommonTranslations, useLocalePath, useShopTranslations } from '../shop-context.tsx';
import { ClaimForm, ClaimReviewForm, ClosedClaim } from './order-claim-form.tsx';
import { AddressForm } from './order-address-form.tsx';
import { CopiesFields } from './copies-fields.tsx';
import { useOrderToken } from './order-token.ts';
import { FormField } from './support-pages.tsx';

/** What can be asked for after an order, on a page of its own, for guests and members alike. */
export function OrderRequestPage({ view }: { view: OrderRequestView }) {
  const t = useShopTranslations();
  const titles = useTranslations('orders.requests');
  const link = useLocalePath();
  const { request, order } = view;
  const isOpen = order.requests.includes(request);
  return (
    <section className="order-page">
      <header>
        <p>
          <a href={link(guestOrderPath(useOrderToken()))}>{t('order.title', { number: order.number })}</a>
        </p>
        <h1>{titles(request)}</h1>
      </header>
      {view.form?.error && (
        <p className="alert alert-danger" role="alert">
          {view.form.error}
        </p>
      )}
      {isOpen ? <RequestForm view={view} /> : <ClosedRequest view={view} />}
    </section>
  );
}

function ClosedRequest({ view: { request, opensOn } }: { view: OrderRequestView }) {
  const t = useShopTranslations();
  return request === 'not-arrived' ? <ClosedClaim opensOn={opensOn} /> : <p>{t(`orderRequests.closed.${request}`)}</p>;
}

function RequestForm({ view }: { view: OrderRequestView }) {
  if (view.request === 'address') return <AddressForm view={view} />;
  if (view.request === 'not-arrived')
    return view.claim ? <ClaimReviewForm order={view.order} review={view.claim} /> : <ClaimForm view={view} />;
  return view.review ? <ItemsReviewForm view={view} review={view.review} /> : <ItemsForm view={view} />;
}

/** The ways to the pages on which something can be asked for now. */
export function OrderRequestLinks({ order }: { order: OrderWithTimeline }) {
  const titles = useTranslations('orders.requests');
  const link = useLocalePath();
  const token = useOrderToken();
  const offered = offeredRequests(order.requests);
  if (offered.length === 0) return null;
  return (
    <ul className="order-requests no-print">
      {offered.map((request) => (
        <li key={request}>
          <a className="button button-quiet" href={link(orderRequestPath(token, request))}>
            {titles(request)}
          </a>
        </li>
      ))}
    </ul>
  );
}

function useAction(request: OrderRequestView['request']): string {
  const link = useLocalePath();
  return link(orderRequestPath(useOrderToken(), request));
}

type ItemsRequest = Exclude<OrderRequestView['request'], 'address' | 'not-arrived'>;

/** How many copies of which line. */
function ItemsForm({ view: { request, order, form } }: { view: OrderRequestView }) {
  const t = useShopTranslations();
  const kind = request as ItemsRequest;
  const withdrawal = useAction('withdraw');
  const initial = ({ id, refundable_qty: all }: OrderWithTimeline['lines'][number]) =>
    form?.values[`qty-${id}`] ?? (kind === 'withdraw' ? all : 0);
  return (
    <form method="post" action={useAction(request)} className="plain-form" noValidate>
      <p>{t(`orderRequests.leads.${kind}`)}</p>
      {form?.errors.items && (
        <p className="alert alert-danger" role="alert">
          {t('orderRequests.items.choose')}
        </p>
      )}
      <CopiesFields order={order} initial={initial} />
      {kind === 'return' && <ReturnFields form={form} />}
      <p>
        <button className="button">{t('orderRequests.items.review')}</button>
      </p>
      {kind === 'cancel-items' && order.requests.includes('withdraw') && (
        <p>
          <a href={withdrawal}>{t('orderRequests.withdrawInstead')}</a>
        </p>
      )}
    </form>
  );
}

function ReturnFields({ form }: { form: OrderRequestView['form'] }) {
  const t = useShopTranslations();
  const reasons = useTranslations('orders.reasons');
  const invalid = form?.errors.reason && {
    ...form,
    errors: { ...form.errors, reason: t('orderRequests.items.chooseReason') },
  };
  return (
    <>
      <FormField form={invalid || form} name="reason" label={t('orderRequests.items.reason')}>
        {(wiring) => (
          <select {...wiring}>
            <option value="">{t('orderRequests.items.chooseReason')}</option>
            {REFUND_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {reasons(reason)}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FormField
        form={form}
        name="note"
        label={t('orderRequests.items.note')}
        hint={t('orderRequests.items.photosLater')}
      >
        {(wiring) => <textarea rows={3} maxLength={2000} dir="auto" {...wiring} />}
      </FormField>
    </>
  );
}

/** What was chosen, with what comes back for it, to be confirmed. */
function ItemsReviewForm({ view: { request, order }, review }: { view: OrderRequestView; review: ItemsReview }) {
  const t = useShopTranslations();
  const action = useAction(request);
  const kind = request as ItemsRequest;
  return (
    <form method="post" action={action} className="plain-form">
      <ul className="order-items">
        {review.items.map(({ id, qty }) => {
          const line = order.lines.find((one) => one.id === id)!;
          return (
            <li key={id}>
              <ForeignText text={line.title} language={line.language} />
              <span>{t('orderRequests.items.copies', { count: qty })}</span>
              <input type="hidden" name={`qty-${id}`} value={qty} />
            </li>
          );
        })}
      </ul>
      <ReviewTotals review={review} />
      <input type="hidden" name="amount" value={review.amount} />
      {kind === 'return' && (
        <>
          <input type="hidden" name="reason" value={review.reason} />
          <input type="hidden" name="note" value={review.note} />
        </>
      )}
      {kind !== 'cancel-items' && <p>{t(`orderRequests.before.${kind}`)}</p>}
      <p className="form-buttons">
        <button className="button" name="confirm" value="1">
          {t(`orderRequests.confirm.${kind}`)}
        </button>
        <a className="button button-quiet" href={action}>
          {t('orderRequests.items.change')}
        </a>
      </p>
    </form>
  );
}

function ReviewTotals({ review: { merchandise, withdrawn, giftWrap, shipping, amount } }: { review: ItemsReview }) {
  const t = useShopTranslations();
  const common = useCommonTranslations();
  return (
    <dl className="sums">
      <ReviewRow name={t('order.books')} amount={merchandise} />
      {withdrawn > 0 && <ReviewRow name={t('orderRequests.items.withdrawn')} amount={-withdrawn} />}
      {giftWrap !== 0 && <ReviewRow name={common('totals.gift_wrap')} amount={giftWrap} />}
      {shipping > 0 && <ReviewRow name={common('totals.shipping')} amount={shipping} />}
      {shipping < 0 && <ReviewRow name={t('orderRequests.items.remainingDelivery')} amount={shipping} />}
      <ReviewRow name={t('orderRequests.items.total')} amount={amount} className="sums-payable" />
    </dl>
  );
}

function ReviewRow({ name, amount, className }: { name: ReactNode; amount: number; className?: string }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>
        <Price ringgit={amount} className="" />
      </dd>
    </div>
  );
}
