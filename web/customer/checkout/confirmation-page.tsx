import { useEffect, useSyncExternalStore } from 'react';
import { Navigate, useNavigationType, useParams, Link } from 'react-router';
import { useTranslations, useFormatter } from 'use-intl';
import { isSignedIn, onSessionChange } from '../../browser/session.ts';
import { announce } from '../shell/layouts.tsx';
import { useShopPath } from '../shell/locale.tsx';
import { useOrderConfirmation, type OrderConfirmation } from './order-confirmation.ts';
import type { OnlineMethod } from '#domain/orders/payment.ts';
import { ExpectedDelivery } from '../../orders/order-view.tsx';
import { AddressLines } from '../../ui/delivery.tsx';
import { PaymentLinks, PaymentOptions, type PaymentOptionsProps } from '../../orders/payment.tsx';
import { ForeignText } from '../../ui/text.tsx';
import type { PrefilledAccount } from '../auth/register-page.tsx';
import { renderQrCode, PaymentButtons } from '../orders/payment.tsx';
import { useOrder } from '../orders/use-orders.ts';

/** The order confirmation, at a URL of its own, so that neither a reload nor Back can place the order again. */
export function Component() {
  const { number = '' } = useParams();
  const placed = useOrderConfirmation(number);
  useAnnounceOrder(number);
  if (placed) return <ConfirmedOrder placed={placed} />;
  if (isSignedIn()) return <Navigate to={`/my-orders?order=${encodeURIComponent(number)}`} replace />;
  return <EmailedConfirmation number={number} />;
}

/** Announces to screen readers that the order was placed, once. */
function useAnnounceOrder(number: string): void {
  const t = useTranslations('area.checkout');
  const isNew = useNavigationType() !== 'POP';
  useEffect(() => {
    if (isNew) announce(t('announced', { number }));
  }, [isNew, number, t]);
}

/** Outside the tab that placed it, a guest's order is only shown by its emailed link. */
function EmailedConfirmation({ number }: { number: string }) {
  const t = useTranslations('area.checkout');
  const shop = useShopPath();
  return (
    <div className="empty">
      <title>{t('placedTitle', { number })}</title>
      <h1>{t('placedTitle', { number })}</h1>
      <p>{t('byEmail')}</p>
      <a className="button" href={shop('/browse')}>
        {t('continueShopping')}
      </a>
    </div>
  );
}

/** Thanks, the number, the payment, the items, the address, and what happens next. */
export function ConfirmedOrder({ placed }: { placed: OrderConfirmation }) {
  const t = useTranslations('area.checkout');
  const shop = useShopPath();
  const { order, email } = placed;
  return (
    <section className="order-confirmation">
      <title>{t('placedTitle', { number: order.number })}</title>
      <h1>{t('thanks', { number: order.number })}</h1>
      <PaymentChoices placed={placed} />
      <ExpectedDelivery order={{ status: order.status, expected: order.expected ?? null }} />
      <p>{t('thanksText', { email })}</p>
      <OrderSummary placed={placed} />
      <NextStep placed={placed} />
      <p>
        <a href={shop('/browse')}>{t('continueShopping')}</a>
      </p>
    </section>
  );
}

/** Every payment option, also for customers who returned from the provider's page without paying. */
function PaymentChoices({ placed: { order, uid } }: { placed: OrderConfirmation }) {
  const isMember = useIsMember();
  if (isMember) return <MemberPaymentChoices order={order} />;
  const to = (method: OnlineMethod) => (uid ? order.page : `${order.page}/pay/${method}`);
  return (
    <PaymentInstructions
      order={order}
      now={order}
      renderMethods={(methods) => <PaymentLinks methods={methods} hrefOf={to} />}
    />
  );
}

/** The current order: after Back it may already be paid. */
function MemberPaymentChoices({ order }: Pick<OrderConfirmation, 'order'>) {
  const { data } = useOrder(order.number);
  const renderMethods: RenderMethods = (methods) => <PaymentButtons id={order.id} methods={methods} />;
  return <PaymentInstructions order={order} now={data ?? order} renderMethods={renderMethods} />;
}

type RenderMethods = PaymentOptionsProps['renderMethods'];
type PaymentInstructionsProps = Pick<OrderConfirmation, 'order'> & {
  now: PaymentOptionsProps['order'];
  renderMethods: RenderMethods;
};

/** Also says so when the provider's page could not be opened. */
function PaymentInstructions({ order, now, renderMethods }: PaymentInstructionsProps) {
  const t = useTranslations('area.checkout');
  const { method, redirect } = order.payment;
  const isPaymentUnavailable = now.payment.status === 'pending' && method !== 'bank_transfer' && !redirect;
  return (
    <>
      {isPaymentUnavailable && <p className="alert">{t('paymentUnavailable')}</p>}
      <PaymentOptions order={now} renderMethods={renderMethods} renderQrCode={renderQrCode} />
    </>
  );
}

function useIsMember(): boolean {
  return useSyncExternalStore(onSessionChange, isSignedIn);
}

function OrderSummary({ placed: { items, address } }: { placed: OrderConfirmation }) {
  const t = useTranslations('area');
  const format = useFormatter();
  return (
    <div className="order-confirmation-details">
      <section>
        <h2>{t('orders.yourBooks')}</h2>
        <ul>
          {items.map(({ vid, qty, title, language }) => (
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

/** A member's order is in their orders; a guest only has to choose a password to create an account. */
function NextStep({ placed: { order, email, address } }: { placed: OrderConfirmation }) {
  const t = useTranslations('area.checkout');
  const isMember = useIsMember();
  const known: PrefilledAccount = { email, displayName: address?.name ?? '' };
  return (
    <>
      <p>{isMember ? t('mayCancel') : t('mayWrite')}</p>
      {isMember ? (
        <Link className="button" to={`/my-orders?order=${order.number}`}>
          {t('seeOrders')}
        </Link>
      ) : (
        <Link className="button" to="/auth/register" state={known}>
          {t('createAccount')}
        </Link>
      )}
    </>
  );
}
