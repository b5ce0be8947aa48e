import { LazyMessages, type MessageLoaders, type MessagesProps } from '../shell/locale.tsx';

const BOOK_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/books.json'),
  fa: () => import('#messages/fa/books.json'),
  de: () => import('#messages/de/books.json'),
  fr: () => import('#messages/fr/books.json'),
  pt: () => import('#messages/pt/books.json'),
};

/** Adds the messages that only the page of bought titles needs. */
export function BookMessages({ fallback, children }: MessagesProps) {
  return (
    <LazyMessages name="books" loaders={BOOK_MESSAGES} fallback={fallback}>
      {children}
    </LazyMessages>
  );
}
