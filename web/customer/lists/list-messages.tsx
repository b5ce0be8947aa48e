import { LazyMessages, type MessageLoaders, type MessagesProps } from '../shell/locale.tsx';

const LIST_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/lists.json'),
  fa: () => import('#messages/fa/lists.json'),
  de: () => import('#messages/de/lists.json'),
  fr: () => import('#messages/fr/lists.json'),
  pt: () => import('#messages/pt/lists.json'),
};

/** Adds the messages that only the pages of lists need. */
export function ListMessages({ fallback, children }: MessagesProps) {
  return (
    <LazyMessages name="lists" loaders={LIST_MESSAGES} fallback={fallback}>
      {children}
    </LazyMessages>
  );
}
