import type { ReactNode } from 'react';
import { LazyMessages, type MessageLoaders } from '../shell/locale.tsx';

const SECURITY_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/security.json'),
  fa: () => import('#messages/fa/security.json'),
  de: () => import('#messages/de/security.json'),
  fr: () => import('#messages/fr/security.json'),
  pt: () => import('#messages/pt/security.json'),
};

/** Adds the messages of proofs of identity and of the security settings. */
export function SecurityMessages({ isOptional = false, children }: { isOptional?: boolean; children: ReactNode }) {
  return (
    <LazyMessages name="security" loaders={SECURITY_MESSAGES} isOptional={isOptional}>
      {children}
    </LazyMessages>
  );
}
