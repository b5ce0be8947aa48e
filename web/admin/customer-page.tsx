import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyCustomer } from '#contract/admin-customers.ts';
import { addressLines } from '#domain/address.ts';
import { deviceName } from '#domain/device.ts';
import { formatPhone } from '#domain/phone.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { Price } from '../ui/text.tsx';
import { AccountMessages } from '../customer/profile/account-messages.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { AccountActions } from './customer-actions.tsx';
import { useCan } from './layout.tsx';
import { Emails } from './order-notes.tsx';

/** One customer: what they bought, asked and got, and where they are signed in. */
export function CustomerPage() {
  return (
    <AdminMessages of="adminCustomers">
      <AccountMessages>
        <OneCustomer />
      </AccountMessages>
    </AdminMessages>
  );
}

function OneCustomer() {
  const t = useTranslations('adminCustomers.customers');
  const { id = '' } = useParams();
  const customer = useQuery({
    queryKey: ['customer', id],
    queryFn: ({ signal }) => sendRequest('getAnyCustomer', { params: { id }, signal }),
  });
  return (
    <div className="page">
      <p>
        <Link to="/customers">{t('back')}</Link>
      </p>
      <QueryContent query={customer}>{(found) => <Profile customer={found} />}</QueryContent>
    </div>
  );
}

function Profile({ customer }: { customer: AnyCustomer }) {
  const t = useTranslations('adminCustomers.customers');
  const can = useCan();
  return (
    <>
      <PageTitle title={customer.name === '' ? t('deletedName') : `\u2068${customer.name}\u2069`} />
      <p>
        <span className="order-state">{t(`states.${customer.status}`)}</span> <bdi>{customer.email}</bdi>
      </p>
      <div className="admin-columns">
        <div>
          <Orders orders={customer.orders} />
          <Tickets tickets={customer.tickets} />
          <Section title={t('emails')} none={customer.emails.length === 0 && t('noEmails')}>
            <Emails emails={customer.emails} />
          </Section>
          <Activity activity={customer.activity} />
        </div>
        <div>
          <Facts customer={customer} />
          <Addresses addresses={customer.addresses} />
          <Devices sessions={customer.sessions} />
          {can('customers.write') && customer.status !== 'deleted' && <AccountActions customer={customer} />}
        </div>
      </div>
    </>
  );
}

function Section({ title, none, children }: { title: string; none: string | false; children: ReactNode }) {
  return (
    <section className="admin-section">
      <h2>{title}</h2>
      {none ? <p>{none}</p> : children}
    </section>
  );
}

function Orders({ orders }: { orders: AnyCustomer['orders'] }) {
  const t = useTranslations('adminCustomers.customers');
  const states = useTranslations('common.orderStates');
  const moment = useDateTimeFormat();
  return (
    <Section title={t('orders')} none={orders.length === 0 && t('noOrders')}>
      <ul className="admin-emails">
        {orders.map(({ number, status, placed_at: at, payable }) => (
          <li key={number}>
            <Link className="nowrap" to={`/orders/${number}`}>
              <bdi>{number}</bdi>
            </Link>{' '}
            · {states(status)} · <Price ringgit={payable} className="nowrap" /> <small>{moment(at)}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Tickets({ tickets }: { tickets: AnyCustomer['tickets'] }) {
  const t = useTranslations('adminCustomers.customers');
  const states = useTranslations('admin.tickets.states');
  const moment = useDateTimeFormat();
  return (
    <Section title={t('tickets')} none={tickets.length === 0 && t('noTickets')}>
      <ul className="admin-emails">
        {tickets.map(({ number, subject, status, updated_at: at }) => (
          <li key={number}>
            <Link to={`/tickets/${number}`}>
              <bdi>{subject}</bdi>
            </Link>{' '}
            · {states(status)} <small>{moment(at)}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Facts({ customer }: { customer: AnyCustomer }) {
  const t = useTranslations('adminCustomers.customers');
  const roles = useTranslations('admin.roles');
  const languages = useTranslations('customer.languageNames');
  const moment = useDateTimeFormat();
  const { username, phone, locale, signs_in_by: by, staff_role: role, created_at: at } = customer;
  const facts = [
    [t('username'), username],
    [t('phone'), phone && formatPhone(phone)],
    [t('language'), languages(locale)],
    [t('signsInBy'), by === 'password' ? t('password') : by],
    [t('role'), role && roles(role)],
    [t('created'), moment(at)],
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

function Addresses({ addresses }: { addresses: AnyCustomer['addresses'] }) {
  const t = useTranslations('adminCustomers.customers');
  return (
    <Section title={t('addresses')} none={addresses.length === 0 && t('noAddresses')}>
      {addresses.map((address) => (
        <address key={address.id}>
          {addressLines(address).map((line) => (
            <bdi key={line}>{line}</bdi>
          ))}
        </address>
      ))}
    </Section>
  );
}

function Devices({ sessions }: { sessions: AnyCustomer['sessions'] }) {
  const t = useTranslations('adminCustomers.customers');
  const moment = useDateTimeFormat();
  return (
    <Section title={t('devices')} none={sessions.length === 0 && t('noDevices')}>
      <ul className="admin-emails">
        {sessions.map(({ id, user_agent: userAgent, ip, last_seen_at: at }) => (
          <li key={id}>
            <bdi>{deviceName(userAgent) ?? userAgent}</bdi> · <bdi>{ip}</bdi>{' '}
            <small>{t('lastSeen', { moment: moment(at) })}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Activity({ activity }: { activity: AnyCustomer['activity'] }) {
  const t = useTranslations('adminCustomers.customers');
  const events = useTranslations('account.events');
  const moment = useDateTimeFormat();
  return (
    <Section title={t('activity')} none={activity.length === 0 && t('noActivity')}>
      <ol className="admin-history">
        {activity.map(({ at, event, by, ip, user_agent: userAgent }) => (
          <li key={at + event}>
            <b>{events(event)}</b> {moment(at)}
            {by === 'staff' && ` · ${t('byStaff')}`}
            {userAgent !== null && (
              <>
                {' · '}
                <bdi>{deviceName(userAgent) ?? userAgent}</bdi>
              </>
            )}
            {ip !== null && (
              <>
                {' · '}
                <bdi>{ip}</bdi>
              </>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
