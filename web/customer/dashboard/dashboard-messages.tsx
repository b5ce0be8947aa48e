import type { ReactNode } from 'react';
import { LazyMessages, type MessageLoaders } from '../shell/locale.tsx';

const DASHBOARD_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/dashboard.json'),
  fa: () => import('#messages/fa/dashboard.json'),
  de: () => import('#messages/de/dashboard.json'),
  fr: () => import('#messages/fr/dashboard.json'),
  pt: () => import('#messages/pt/dashboard.json'),
};

/** Adds the messages that only the dashboard needs. */
export function DashboardMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="dashboard" loaders={DASHBOARD_MESSAGES}>
      {children}
    </LazyMessages>
  );
}
