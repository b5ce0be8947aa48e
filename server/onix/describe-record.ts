import type { OnixRecord } from '#domain/catalogue/onix-record.ts';
import { formatSen } from '#domain/money.ts';
import { editionFactsOf } from './book-facts.ts';
import { evaluateOffer, isDescribed, productFactsOf, publishedOf } from './offer.ts';
import type { Plan } from './plan-records.ts';
import { htmlToPlain } from './rich-text.ts';

/** A field whose value a record changes; empty for no value. */
export type FieldChange = { field: string; from: string; to: string };

/** What a message does to a record of the shop. */
export type Difference = {
  kind: 'added' | 'changed' | 'delisted';
  reference: string;
  title: string;
  changes: FieldChange[];
};

const MAX_VALUE = 120;

/** What a plan changes, in words for people; undefined where it changes nothing. */
export function differenceOf(plan: Plan, today: string): Difference | undefined {
  const { kind, incoming, stored } = plan;
  const { reference } = incoming;
  if (kind === 'delisted') return { kind, reference, title: titleOf(stored!.data!), changes: [] };
  if (kind !== 'added' && kind !== 'changed') return undefined;
  const after = describeRecord(plan.record, today);
  const before = stored && !stored.deletedAt ? describeRecord(stored.data!, today) : {};
  const changes = Object.entries(after)
    .map(([field, to]) => ({ field, from: before[field] ?? '', to }))
    .filter(({ from, to }) => from !== to)
    .map(({ field, from, to }) => ({ field, from: shorten(from), to: shorten(to) }));
  return { kind, reference, title: titleOf(plan.record), changes };
}

function titleOf(record: OnixRecord): string {
  return record.descriptive?.title ?? '';
}

function shorten(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

/** The fields of a record that the shop shows, by their names. */
function describeRecord(record: OnixRecord, today: string): Record<string, string> {
  if (!isDescribed(record)) return {};
  const { format, prices, state, heldBack } = evaluateOffer(record, today);
  const facts = productFactsOf(record);
  const { details, accessibility, embargo, expected, orderDays } = editionFactsOf(record);
  const series = [facts.series ?? [], ...facts.moreSeries].flat();
  return {
    title: facts.title,
    subtitle: facts.subtitle,
    contributors: facts.contributors.map(({ name, role }) => `${name} (${role})`).join('; '),
    ISBN: record.isbn ?? '',
    format: format ?? record.descriptive.form,
    language: facts.language,
    'other languages': facts.otherLanguages.join(' '),
    'original language': facts.originalLanguage ?? '',
    audience: describeValue(facts.audience),
    publisher: facts.publisher,
    imprint: facts.imprint,
    published: publishedOf(record) ?? '',
    subjects: facts.subjects.join(' '),
    keywords: facts.keywords.join('; '),
    series: series.map(({ name, number }) => [name, number].filter(Boolean).join(', ')).join('; '),
    pages: String(record.descriptive.pages ?? ''),
    'list price': prices ? formatSen(prices.list.amount) : '',
    'member price': prices ? formatSen(prices.member.amount) : '',
    'price chosen by': prices?.list.rule ?? '',
    availability: state.replaceAll('_', ' '),
    'not before': embargo ?? '',
    expected: expected ?? '',
    'days to order': String(orderDays ?? ''),
    edition: describeValue(details),
    accessibility: accessibility
      ? [
          ...accessibility.features.map(({ code }) => code),
          ...accessibility.hazards.map((code) => `hazard ${code}`),
        ].join(' ')
      : '',
    biographies: record.descriptive.contributors
      .flatMap(({ name, biography }) => (biography ? `${name}: ${htmlToPlain(biography)}` : []))
      .join('; '),
    'not sold because': heldBack?.replaceAll('_', ' ') ?? '',
    description: facts.description,
  };
}

/** `height 198, width 129`: what is known of a value with several parts. */
function describeValue(value: object | null): string {
  return Object.entries(value ?? {})
    .filter(([, part]) => part !== null && String(part) !== '')
    .map(([name, part]) => `${name.replaceAll(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`)} ${String(part)}`)
    .join(', ');
}
