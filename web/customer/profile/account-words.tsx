import { useEffect, useState, type ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages, useTimeZone } from 'use-intl';
import type account from '#messages/en/account.ts';
import type { Locale } from '#domain/locale.ts';
import { Failed } from '../page-states.tsx';
import { Loading } from '../loading.tsx';

type Words = typeof account;

const LOADERS: Record<Locale, () => Promise<{ default: unknown }>> = {
  en: () => import('#messages/en/account.ts'),
  fa: () => import('#messages/fa/account.ts'),
  de: () => import('#messages/de/account.ts'),
  fr: () => import('#messages/fr/account.ts'),
  pt: () => import('#messages/pt/account.ts'),
};

/** Adds the profile page's words, which no other page needs. In another language the old ones stay until those come. */
export function AccountWords({ children }: { children: ReactNode }) {
  const locale = useLocale() as Locale;
  const messages = useMessages();
  const timeZone = useTimeZone();
  const [words, setWords] = useState<Words>();
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isWanted = true;
    LOADERS[locale]().then(
      (loaded) => isWanted && setWords(loaded.default as Words),
      (error: unknown) => isWanted && setFailure(error),
    );
    return () => {
      isWanted = false;
    };
  }, [locale, tries]);
  if (!words && failure !== undefined) return <Failed error={failure} onRetry={() => setTries(tries + 1)} />;
  if (!words) return <Loading />;
  return (
    <IntlProvider locale={locale} {...(timeZone && { timeZone })} messages={{ ...messages, account: words }}>
      {children}
    </IntlProvider>
  );
}
