import type { Locale } from '#domain/locale.ts';
import { formatSen } from '#domain/money.ts';
import type { SettingFact } from '#domain/page-text.ts';
import { isNumberSetting, type SettingName, type SettingValue } from '#domain/shop-settings.ts';
import { SETTING_FACTS } from '#domain/page-text.ts';

export type PageFacts = Readonly<Record<SettingFact, string>>;

type Values = Readonly<Record<SettingName, SettingValue>>;

/** By the settings as they were read, whose object is another one after a change. */
const KNOWN = new WeakMap<Values, Map<Locale, PageFacts>>();

/** What the settings in force say, as a page in a language writes it. */
export function pageFacts(values: Values, locale: Locale): PageFacts {
  const known = KNOWN.get(values) ?? new Map<Locale, PageFacts>();
  KNOWN.set(values, known);
  const facts = known.get(locale) ?? writeFacts(values, locale);
  known.set(locale, facts);
  return facts;
}

function writeFacts(values: Values, locale: Locale): PageFacts {
  return Object.fromEntries(SETTING_FACTS.map((name) => [name, textOf(name, values[name], locale)])) as PageFacts;
}

function textOf(name: SettingFact, value: SettingValue, locale: Locale): string {
  if (!isNumberSetting(name)) return String(value);
  return name === 'giftWrapPrice' ? formatSen(Number(value), locale) : formatHours(Number(value), locale);
}

/** Whole days as days: `7 days`, `36 hours`. */
function formatHours(hours: number, locale: Locale): string {
  const isDays = hours % 24 === 0;
  const unit = isDays ? 'day' : 'hour';
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(isDays ? hours / 24 : hours);
}
