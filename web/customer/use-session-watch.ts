import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslations } from 'use-intl';
import { isSignedIn, onSessionChangeElsewhere, storedProfile } from '../browser/session.ts';
import { useNotify } from './notices.tsx';

/**
 * Keeps a page from showing the things of a customer who is not signed in any more. When the session ends elsewhere,
 * what was read is forgotten and the guard asked again; when it is another customer's, the page is loaded anew.
 */
export function useSessionWatch(): void {
  const t = useTranslations('customer.login');
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const notify = useNotify();
  const shown = useRef(customerNow());
  const onChange = useEffectEvent(() => {
    const before = shown.current;
    const now = customerNow();
    shown.current = now;
    if (before && now && before !== now) location.reload();
    if (before === undefined || now !== undefined) return;
    queries.clear();
    void revalidate();
    notify({ text: t('again'), kind: 'warning' });
  });
  useEffect(() => onSessionChangeElsewhere(() => onChange()), []);
}

/** Whose session it is: nothing for a guest, empty while the profile is not known. */
function customerNow(): string | undefined {
  return isSignedIn() ? (storedProfile()?.uid ?? '') : undefined;
}
