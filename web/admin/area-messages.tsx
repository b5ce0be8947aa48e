import type { ReactNode } from 'react';
import { LazyMessages, type MessageLoaders } from '../customer/shell/locale.tsx';

const REQUESTS: MessageLoaders = {
  en: () => import('#messages/en/admin-requests.json'),
  fa: () => import('#messages/fa/admin-requests.json'),
  de: () => import('#messages/de/admin-requests.json'),
  fr: () => import('#messages/fr/admin-requests.json'),
  pt: () => import('#messages/pt/admin-requests.json'),
};

/** The words about returns, claims, reviews and requested titles. */
export function RequestMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="adminRequests" loaders={REQUESTS}>
      {children}
    </LazyMessages>
  );
}

const CUSTOMERS: MessageLoaders = {
  en: () => import('#messages/en/admin-customers.json'),
  fa: () => import('#messages/fa/admin-customers.json'),
  de: () => import('#messages/de/admin-customers.json'),
  fr: () => import('#messages/fr/admin-customers.json'),
  pt: () => import('#messages/pt/admin-customers.json'),
};

/** The words about customers. */
export function CustomerPageMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="adminCustomers" loaders={CUSTOMERS}>
      {children}
    </LazyMessages>
  );
}

const ACCOUNT: MessageLoaders = {
  en: () => import('#messages/en/account.json'),
  fa: () => import('#messages/fa/account.json'),
  de: () => import('#messages/de/account.json'),
  fr: () => import('#messages/fr/account.json'),
  pt: () => import('#messages/pt/account.json'),
};

/** The words of a customer's own profile: what happened to the account. */
export function AccountMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="account" loaders={ACCOUNT}>
      {children}
    </LazyMessages>
  );
}

const TICKETS: MessageLoaders = {
  en: () => import('#messages/en/admin-tickets.json'),
  fa: () => import('#messages/fa/admin-tickets.json'),
  de: () => import('#messages/de/admin-tickets.json'),
  fr: () => import('#messages/fr/admin-tickets.json'),
  pt: () => import('#messages/pt/admin-tickets.json'),
};

/** The words about the work on tickets. */
export function TicketMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="adminTickets" loaders={TICKETS}>
      {children}
    </LazyMessages>
  );
}
