import type { ReactNode } from 'react';
import { LazyMessages, type MessageLoaders } from '../shell/locale.tsx';

const ACCOUNT_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/account.json'),
  fa: () => import('#messages/fa/account.json'),
  de: () => import('#messages/de/account.json'),
  fr: () => import('#messages/fr/account.json'),
  pt: () => import('#messages/pt/account.json'),
};

/** The words about an account: its profile, and what happened to it. */
export function AccountMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="account" loaders={ACCOUNT_MESSAGES}>
      {children}
    </LazyMessages>
  );
}
