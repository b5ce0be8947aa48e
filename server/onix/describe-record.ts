import type { OnixRecord } from '#domain/catalogue/onix-record.ts';
import { formatSen } from '#domain/money.ts';
import { evaluateOffer, isDescribed, productFactsOf, publishedOf } from './offer.ts';
import type { Plan } from './plan-records.ts';

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
  const { reference } = incoming.record;
  if (kind === 'delisted') return { kind, reference, title: titleOf(stored!.data), changes: [] };
  if (kind !== 'added' && kind !== 'changed') return undefined;
  const after = describeRecord(plan.record, today);
  const before = stored && !stored.deletedAt ? describeRecord(stored.data, today) : {};
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
  const { series } = facts;
  return {
    title: facts.title,
    subtitle: facts.subtitle,
    contributors: facts.contributors.map(({ name, role }) => `${name} (${role})`).join('; '),
    ISBN: record.isbn ?? '',
    format: format ?? record.descriptive.form,
    language: facts.language,
    publisher: facts.publisher,
    imprint: facts.imprint,
    published: publishedOf(record) ?? '',
    subjects: facts.subjects.join(' '),
    series: series ? [series.name, series.number].filter(Boolean).join(', ') : '',
    pages: String(record.descriptive.pages ?? ''),
    'list price': prices ? formatSen(prices.list.amount) : '',
    'member price': prices ? formatSen(prices.member.amount) : '',
    'price chosen by': prices?.list.rule ?? '',
    availability: state.replaceAll('_', ' '),
    'not sold because': heldBack?.replaceAll('_', ' ') ?? '',
    description: facts.description,
  };
}
