import type { ReactNode } from 'react';
import { LazyMessages, type MessageLoaders } from '../customer/shell/locale.tsx';

const CATALOGUE_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/admin-catalogue.json'),
  fa: () => import('#messages/fa/admin-catalogue.json'),
  de: () => import('#messages/de/admin-catalogue.json'),
  fr: () => import('#messages/fr/admin-catalogue.json'),
  pt: () => import('#messages/pt/admin-catalogue.json'),
};

/** The words of the pages of the catalogue. */
export function CatalogueMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="admin-catalogue" loaders={CATALOGUE_MESSAGES}>
      {children}
    </LazyMessages>
  );
}
