import type { ReactNode } from 'react';
import { LazyMessages, type MessageLoaders } from '../shell/locale.tsx';

const BOOK_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/books.json'),
  fa: () => import('#messages/fa/books.json'),
  de: () => import('#messages/de/books.json'),
  fr: () => import('#messages/fr/books.json'),
  pt: () => import('#messages/pt/books.json'),
};

/** Adds the messages that only the page of bought titles needs. */
export function BookMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="books" loaders={BOOK_MESSAGES}>
      {children}
    </LazyMessages>
  );
}
