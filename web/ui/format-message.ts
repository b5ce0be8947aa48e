import formatCompiled from 'use-intl/format-message/format-only';
import { formatCount, DEFAULT_LOCALE, isLocale, type Locale } from '#domain/locale.ts';

type Format = typeof formatCompiled;
type Formatters = Parameters<Format>[3]['formatters'];

/** Fills in a message that was parsed at the build. A number without a style of its own is a count and written as one. */
// oxlint-disable-next-line import/no-default-export -- it stands in for a default export of the library
export default function formatMessage(...[key, message, values, options]: Parameters<Format>): ReturnType<Format> {
  return formatCompiled(key, message, values, { ...options, formatters: withCounts(options.formatters) });
}
formatMessage.raw = formatCompiled.raw;

function withCounts(formatters: Formatters): Formatters {
  const getNumberFormat = (locale: string, style?: Intl.NumberFormatOptions): Pick<Intl.NumberFormat, 'format'> =>
    style ? formatters.getNumberFormat(locale, style) : countFormat(isLocale(locale) ? locale : DEFAULT_LOCALE);
  return { ...formatters, getNumberFormat: getNumberFormat as Formatters['getNumberFormat'] };
}

function countFormat(locale: Locale) {
  return { format: (value: number) => (Number.isInteger(value) ? formatCount(value, locale) : String(value)) };
}
