import type { OnixRecord } from '#domain/catalogue/onix-record.ts';
import { isBigMove } from '#domain/catalogue/price-list.ts';
import { formatSen } from '#domain/money.ts';
import { shortenValue, type Difference } from '../catalogue/difference.ts';
import { editionFactsOf } from './book-facts.ts';
import { evaluateOffer, isDescribed, productFactsOf, publishedOf } from './offer.ts';
import { delists, type Plan } from './plan-records.ts';
import { htmlToPlain } from './rich-text.ts';

/** What a plan changes, in words for people; undefined where it changes nothing. */
export function differenceOf(plan: Plan, today: string): Difference | undefined {
  const { kind, incoming, stored } = plan;
  const { reference } = incoming;
  const isDelisted = delists(plan, today);
  if (kind === 'delisted')
    return { kind, reference, title: titleOf(stored!.data!), changes: [], isBigMove: false, isDelisted };
  if (kind !== 'added' && kind !== 'changed') return undefined;
  const after = describeRecord(plan.record, today);
  const before = stored && !stored.deletedAt ? describeRecord(stored.data!, today) : {};
  const changes = Object.entries(after)
    .map(([field, to]) => ({ field, from: before[field] ?? '', to }))
    .filter(({ from, to }) => from !== to)
    .map(({ field, from, to }) => ({ field, from: shortenValue(from), to: shortenValue(to) }));
  const isBigMove = stored?.deletedAt === null && movesPrices(stored.data!, plan.record, today);
  return { kind, reference, title: titleOf(plan.record), changes, isBigMove, isDelisted };
}

function movesPrices(before: OnixRecord, after: OnixRecord, today: string): boolean {
  const [was, is] = [before, after].map((one) => (isDescribed(one) ? evaluateOffer(one, today).prices : null));
  if (!was || !is) return false;
  return isBigMove(was.list.amount, is.list.amount) || isBigMove(was.member.amount, is.member.amount);
}

function titleOf(record: OnixRecord): string {
  return record.descriptive?.title ?? '';
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
