import { useQuery } from '@tanstack/react-query';
import { useRef, type FormEvent, type ReactNode, type RefObject } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyOrder } from '#contract/admin.ts';
import { addressLines } from '#domain/address.ts';
import { sendRequest } from '../browser/api-client.ts';
import { ConfirmButton } from '../customer/dialogs/dialog-button.tsx';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useShopPath } from '../customer/shell/locale.tsx';
import { OrderLines, Shipments } from '../orders/order-view.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { HeldLines } from './held-lines.tsx';
import { Emails, Notes } from './order-notes.tsx';
import { OrderRefund } from './order-refund.tsx';
import { useActorName } from './actor-name.ts';
import { useNextStep } from './shortcuts.tsx';
import { useTransition, useTransitionsFrom } from './transitions.tsx';

/** One order of any customer: what it is, what happened to it, and what can be done now. */
export function OrderPage() {
  const t = useTranslations('admin.order');
  const { number = '' } = useParams();
  const order = useQuery({
    queryKey: ['order', number],
    queryFn: ({ signal }) => sendRequest('getAnyOrder', { params: { number }, signal }),
  });
  return (
    <div className="page">
      <p>
        <Link to="/orders">{t('back')}</Link>
      </p>
      <PageTitle title={t('title', { number })} />
      <QueryContent query={order}>{(found) => <OrderDetails found={found} />}</QueryContent>
    </div>
  );
}

function OrderDetails({ found }: { found: AnyOrder }) {
  const t = useTranslations('admin.order');
  const common = useTranslations('common');
  const shop = useShopPath();
  const { order } = found;
  return (
    <>
      <p>
        <span className={`order-state order-state-${order.status}`}>{common(`orderStates.${order.status}`)}</span>
      </p>
      <Actions found={found} />
      <div className="admin-columns">
        <div>
          <Section title={t('lines')}>
            <OrderLines order={order} shopPath={shop} />
            <HeldLines held={found.held} />
          </Section>
          <Section title={t('history')}>
            <History changes={found.changes} />
            <Shipments parcels={order.shipments} />
          </Section>
        </div>
        <div>
          <Section title={t('delivery')}>
            <address>
              {addressLines(order.address).map((line) => (
                <bdi key={line}>{line}</bdi>
              ))}
            </address>
          </Section>
          <Facts order={order} />
          <CustomerHistory email={order.email} />
          <OrderRefund order={order} />
          <Section title={t('notes')}>
            <Notes number={order.number} notes={found.notes} />
          </Section>
          <Section title={t('emails')}>
            <Emails emails={found.emails} />
          </Section>
        </div>
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="admin-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What can be done next; a parcel's carrier and tracking number go with shipping, where there are any. */
function Actions({ found: { order } }: { found: AnyOrder }) {
  const t = useTranslations('admin');
  const possible = useTransitionsFrom()(order.status);
  const transition = useTransition();
  const carrier = useRef<HTMLInputElement>(null);
  const { number } = order;
  const [next] = possible.filter((to) => to !== 'cancelled');
  useNextStep(() => {
    if (next === 'shipped') carrier.current?.focus();
    else if (next && !transition.isPending) transition.mutate({ numbers: [number], to: next });
  });
  return (
    <div className="admin-actions">
      {possible
        .filter((to) => to !== 'cancelled' && to !== 'shipped')
        .map((to) => (
          <button
            key={to}
            type="button"
            className="button"
            disabled={transition.isPending}
            onClick={() => transition.mutate({ numbers: [number], to })}
          >
            {t(`actions.${to}`)}
          </button>
        ))}
      {possible.includes('shipped') && <ShipForm number={number} transition={transition} carrier={carrier} />}
      {possible.includes('cancelled') && (
        <ConfirmButton
          trigger={t('actions.cancelled')}
          title={t('actions.cancelled')}
          text={t('order.confirmCancel', { number })}
          confirmLabel={t('actions.cancelled')}
          cancelLabel={t('order.keep')}
          onConfirm={() => transition.mutate({ numbers: [number], to: 'cancelled' })}
        />
      )}
    </div>
  );
}

type ShipFormProps = {
  number: string;
  transition: ReturnType<typeof useTransition>;
  carrier: RefObject<HTMLInputElement | null>;
};

function ShipForm({ number, transition, carrier }: ShipFormProps) {
  const t = useTranslations('admin');
  const tracking = useRef<HTMLInputElement>(null);
  const ship = (event: FormEvent) => {
    event.preventDefault();
    const parcel = { carrier: carrier.current!.value.trim(), tracking: tracking.current!.value.trim() };
    const isGiven = parcel.carrier !== '' || parcel.tracking !== '';
    transition.mutate({ numbers: [number], to: 'shipped', ...(isGiven && { parcel }) });
  };
  return (
    <form className="admin-row-form" aria-label={t('order.shipTitle')} onSubmit={ship}>
      <label className="field">
        <span>{t('order.carrier')}</span>
        <input ref={carrier} maxLength={100} autoComplete="off" />
      </label>
      <label className="field">
        <span>{t('order.tracking')}</span>
        <input ref={tracking} maxLength={100} autoComplete="off" />
      </label>
      <button className="button" disabled={transition.isPending}>
        {t('actions.shipped')}
      </button>
    </form>
  );
}

function Facts({ order }: { order: AnyOrder['order'] }) {
  const t = useTranslations('admin.order');
  const methods = useTranslations('common.payment.methods');
  const facts = [
    [t('customer'), order.email],
    [t('method'), methods(order.payment.method)],
    [t('customerNote'), order.note],
    [t('giftMessage'), order.gift_message],
    [t('company'), order.company],
    [t('taxNumber'), order.tax_number],
  ] as const;
  return (
    <dl className="admin-facts">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function History({ changes }: { changes: AnyOrder['changes'] }) {
  const t = useTranslations('admin.order');
  const states = useTranslations('common.orderStates');
  const moment = useDateTimeFormat();
  const nameOf = useActorName();
  return (
    <ol className="admin-history">
      {changes.map(({ status, actor, at }) => (
        <li key={at + status}>
          <b>{states(status)}</b> {moment(at)} · {t('by', { actor: nameOf(actor) })}
        </li>
      ))}
    </ol>
  );
}
