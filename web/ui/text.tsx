import { senFromRinggit, formatSen, type Sen } from '#domain/money.ts';
import { formatCount, DEFAULT_LOCALE, isLocale, type Locale } from '#domain/locale.ts';
import { useLocale } from 'use-intl';

/** A title or name in its own language and direction, isolated from the text around it. */
export function ForeignText({ text, language }: { text: string; language: string }) {
  return (
    <bdi lang={language} dir="auto">
      {text}
    </bdi>
  );
}

/** A number as orders and tickets have it. Browsers break a line after its hyphen. */
const REFERENCE_NUMBER = /(\b[A-Z]{1,3}-\d+\b)/;

/** A sentence whose numbers (`BK-100013`) stay on one line. */
export function NoWrapNumbers({ text }: { text: string }) {
  return text.split(REFERENCE_NUMBER).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** An amount in RM, isolated so that it reads left to right inside Persian text too. */
export function Price({ ringgit, className = 'price' }: { ringgit: number; className?: string }) {
  return (
    <bdi className={className} dir="ltr">
      {useMoney()(senFromRinggit(ringgit))}
    </bdi>
  );
}

/** How many there are, isolated so that `1.2k` reads left to right inside Persian text too. */
export function Count({ of }: { of: number }) {
  return <bdi dir="ltr">{formatCount(of, useReaderLocale())}</bdi>;
}

/** Writes an amount in the reader's digits. */
export function useMoney(): (sen: Sen) => string {
  const locale = useReaderLocale();
  return (sen) => formatSen(sen, locale);
}

/** The language of the words around, as one of ours. */
export function useReaderLocale(): Locale {
  const locale = useLocale();
  return isLocale(locale) ? locale : DEFAULT_LOCALE;
}
