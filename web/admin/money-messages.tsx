import type { ReactNode } from 'react';
import { LazyMessages, type MessageLoaders } from '../customer/shell/locale.tsx';

const TRANSFERS: MessageLoaders = {
  en: () => import('#messages/en/admin-transfers.json'),
  fa: () => import('#messages/fa/admin-transfers.json'),
  de: () => import('#messages/de/admin-transfers.json'),
  fr: () => import('#messages/fr/admin-transfers.json'),
  pt: () => import('#messages/pt/admin-transfers.json'),
};

const MONEY: MessageLoaders = {
  en: () => import('#messages/en/admin-money.json'),
  fa: () => import('#messages/fa/admin-money.json'),
  de: () => import('#messages/de/admin-money.json'),
  fr: () => import('#messages/fr/admin-money.json'),
  pt: () => import('#messages/pt/admin-money.json'),
};

/** The words of takings, receivables and statements. */
export function MoneyMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="adminMoney" loaders={MONEY}>
      {children}
    </LazyMessages>
  );
}

/** The words of bank transfers, for the pages that have them. */
export function TransfersMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="adminTransfers" loaders={TRANSFERS}>
      {children}
    </LazyMessages>
  );
}
