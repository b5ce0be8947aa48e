import { useEffect, useState, type ReactNode } from 'react';
import { IntlProvider, useMessages, useTimeZone } from 'use-intl';
import type account from '#messages/en/account.ts';
import type { Locale } from '#domain/locale.ts';
import { useReaderLocale } from '../../ui/use-reader-locale.ts';
import { loadScript } from '../load-script.ts';
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
  const locale = useReaderLocale();
  const messages = useMessages();
  const timeZone = useTimeZone();
  const [words, setWords] = useState<Words>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    let isWanted = true;
    loadScript({ name: `account-${locale}`, load: LOADERS[locale], target: () => location.href }).then(
      (loaded) => isWanted && setWords(loaded.default as Words),
      (error: unknown) => isWanted && setFailure(error),
    );
    return () => {
      isWanted = false;
    };
  }, [locale]);
  if (!words && failure !== undefined) throw failure;
  if (!words) return <Loading />;
  return (
    <IntlProvider locale={locale} {...(timeZone && { timeZone })} messages={{ ...messages, account: words }}>
      {children}
    </IntlProvider>
  );
}
