import type { ReactNode } from 'react';
import { MoreWords, type WordLoaders } from '../more-words.tsx';

const LOADERS: WordLoaders = {
  en: () => import('#messages/en/account.ts'),
  fa: () => import('#messages/fa/account.ts'),
  de: () => import('#messages/de/account.ts'),
  fr: () => import('#messages/fr/account.ts'),
  pt: () => import('#messages/pt/account.ts'),
};

/** Adds the profile page's words, which no other page needs. */
export function AccountWords({ children }: { children: ReactNode }) {
  return (
    <MoreWords name="account" loaders={LOADERS}>
      {children}
    </MoreWords>
  );
}
