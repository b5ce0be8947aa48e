import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { directionOf, type Locale } from '#domain/locale.ts';
import { store } from '../browser/storage.ts';
import { loadWords, type CustomerWords } from './words.ts';

const ChooseContext = createContext<(locale: Locale) => Promise<void>>(async () => {});

/** Changes the language in place. */
export function useChooseLocale(): (locale: Locale) => Promise<void> {
  return use(ChooseContext);
}

/** The language of the customer area: its words, its direction, and how to change it without losing one's place. */
export function LocaleProvider({
  start,
  words,
  children,
}: {
  start: Locale;
  words: CustomerWords;
  children: ReactNode;
}) {
  const [shown, setShown] = useState({ locale: start, words });
  const choose = async (locale: Locale) => {
    const loaded = await loadWords(locale);
    store('locale', locale);
    setShown({ locale, words: loaded });
  };
  useEffect(() => {
    document.documentElement.lang = shown.locale;
    document.documentElement.dir = directionOf(shown.locale);
  }, [shown.locale]);
  return (
    <IntlProvider
      locale={shown.locale}
      messages={shown.words}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
    >
      <ChooseContext value={choose}>{children}</ChooseContext>
    </IntlProvider>
  );
}
