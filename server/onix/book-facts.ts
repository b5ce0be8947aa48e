import type { ProductRecord, SeriesPlace, VariantRecord } from '../catalogue/product-record.ts';
import type { Accessibility } from '#domain/catalogue/accessibility.ts';
import { roleOfCode } from '#domain/catalogue/contributor.ts';
import type { Audience, EditionDetails } from '#domain/catalogue/edition.ts';
import type { Contributor, Descriptive, OnixRecord } from '#domain/catalogue/onix-record.ts';
import { slugOf } from '#domain/catalogue/text.ts';
import { firstOfEach } from '../catalogue/save-rows.ts';
import { DATE_ROLES } from './codes.ts';

type ContributorRecord = ProductRecord['contributors'][number];

/** A person with two roles is listed twice, with one role never. `sentAt` dates their biographies. */
export function contributorsOf({ contributors }: Descriptive, sentAt?: Date): ContributorRecord[] {
  const all = contributors.flatMap((person) =>
    (person.roles.length > 0 ? person.roles : ['']).map((code) => ({
      name: person.name,
      role: roleOfCode(code) ?? (/^[A-Z]\d\d$/.test(code) ? code : 'other'),
      ...factsOf(person, sentAt),
    })),
  );
  return firstOfEach(all, ({ name, role }) => `${slugOf(name)} ${role}`);
}

const NAME_IDENTIFIERS = { isni: '16', orcid: '21' } as const;

function factsOf({ identifiers, biography }: Contributor, sentAt?: Date): Omit<ContributorRecord, 'name' | 'role'> {
  const valueOf = (type: string) =>
    /^\d{15}[\dX]$/.exec(
      identifiers.find((one) => one.type === type)?.value.replace(/^https?:\/\/[^/]+\/|[\s-]/gi, '') ?? '',
    )?.[0];
  const isni = valueOf(NAME_IDENTIFIERS.isni);
  const orcid = valueOf(NAME_IDENTIFIERS.orcid)?.replace(/(.{4})(?!$)/g, '$1-');
  return {
    ...(biography && sentAt && { biography: { html: biography.slice(0, 20_000), asOf: sentAt.toISOString() } }),
    ...(isni && { isni }),
    ...(orcid && { orcid }),
  };
}

/** The first edition's people, with what later messages about other editions say of them. */
export function mergeContributors(
  first: readonly ContributorRecord[],
  others: readonly ContributorRecord[],
): ContributorRecord[] {
  if (first.length === 0) return [...others];
  return first.map((person) => {
    const said = others.filter((one) => slugOf(one.name) === slugOf(person.name));
    return said.reduce((merged, one) => ({ ...one, ...merged, ...newerBiography(merged, one) }), person);
  });
}

function newerBiography(one: ContributorRecord, other: ContributorRecord): Pick<ContributorRecord, 'biography'> {
  const isNewer = other.biography && (!one.biography || other.biography.asOf > one.biography.asOf);
  return isNewer ? { biography: other.biography! } : {};
}

const MAX_SERIES_NUMBER = 1_000_000;

/** Each series once, in the record's order. */
export function seriesOf({ collections }: Descriptive): SeriesPlace[] {
  const places = collections.map(({ title, number }) => ({ name: title, number: seriesNumber(number) }));
  return firstOfEach(places, ({ name }) => slugOf(name));
}

function seriesNumber(written: string | null): string | null {
  const number = written?.replaceAll('#', '').trim() || null;
  if (number === null || number.length > 20 || Math.abs(Number.parseFloat(number)) > MAX_SERIES_NUMBER) return null;
  return number;
}

const ONIX_AUDIENCES = '01';
/** Interest age and reading age in years (list 30). */
const AGES = ['18', '17'];
const PRECISIONS = { exact: '01', from: '03', to: '04' } as const;

export function audienceOf({ audiences, audienceRanges }: Descriptive): Audience | null {
  const groups = audiences.filter(({ type, value }) => type === ONIX_AUDIENCES && /^\d\d$/.test(value));
  const range = AGES.flatMap((age) => audienceRanges.find(({ qualifier }) => qualifier === age) ?? [])[0];
  const yearOf = (precision: string) => {
    const value = range?.bounds.find((one) => one.precision === precision)?.value ?? '';
    return /^\d{1,2}$/.test(value) ? Number(value) : null;
  };
  const exact = yearOf(PRECISIONS.exact);
  const ageFrom = exact ?? yearOf(PRECISIONS.from);
  const ageTo = exact ?? yearOf(PRECISIONS.to);
  if (groups.length === 0 && ageFrom === null && ageTo === null) return null;
  return { groups: [...new Set(groups.map(({ value }) => value))], ageFrom, ageTo };
}

/** What a record says of its edition beyond its price. */
export function editionFactsOf({ descriptive, publishing, supply }: OnixRecord & { descriptive: Descriptive }) {
  const supplies = supply ?? [];
  const supplier = supplies.find(({ availability }) => availability !== null) ?? supplies[0];
  const expected = supplies.flatMap(({ dates }) => dates).find(({ role }) => role === DATE_ROLES.expected);
  return {
    availability: codeOf(supplier?.availability),
    publishingStatus: codeOf(publishing?.status),
    embargo: publishing?.dates.find(({ role }) => role === DATE_ROLES.embargo)?.date ?? null,
    expected: expected?.date ?? null,
    orderDays: withinBound(supplier?.orderTime, MAX_ORDER_DAYS),
    details: detailsOf(descriptive),
    accessibility: accessibilityOf(descriptive),
  } satisfies Partial<VariantRecord>;
}

const MAX_ORDER_DAYS = 999;
const MAX_EDITION = 9999;

function withinBound(value: number | null | undefined, most: number): number | null {
  return value != null && value <= most ? value : null;
}

function codeOf(code: string | null | undefined): string | null {
  return code && /^\d\d$/.test(code) ? code : null;
}

/** Only what the record says; null where it says nothing. */
function detailsOf(descriptive: Descriptive): EditionDetails | null {
  const { editionNumber, editionStatement, duration, protections, measures = [] } = descriptive;
  const codes = protections.filter((code) => codeOf(code) !== null).slice(0, 10);
  const measure = (type: string) => measures.find((one) => one.type === type)?.value ?? null;
  const all = {
    editionNumber: withinBound(editionNumber, MAX_EDITION),
    editionStatement: editionStatement.slice(0, 200) || null,
    height: measure('01'),
    width: measure('02'),
    thickness: measure('03'),
    weight: measure('08'),
    duration,
    protections: codes.length > 0 ? codes : null,
  };
  const known = Object.entries(all).filter(([, value]) => value !== null);
  return known.length > 0 ? (Object.fromEntries(known) as EditionDetails) : null;
}

const FEATURE_TYPES = { accessibility: '09', hazard: '12' } as const;
const MAX_FEATURE_TEXT = 2000;

function accessibilityOf({ features }: Descriptive): Accessibility | null {
  const ofType = (type: string) => features.filter((one) => one.type === type && /^\d\d$/.test(one.value));
  const stated = ofType(FEATURE_TYPES.accessibility);
  const hazards = ofType(FEATURE_TYPES.hazard);
  if (stated.length === 0 && hazards.length === 0) return null;
  return {
    features: stated.map(({ value, description }) => ({ code: value, text: description.slice(0, MAX_FEATURE_TEXT) })),
    hazards: [...new Set(hazards.map(({ value }) => value))],
  };
}

/** The keys of works of a product, from the keys of its records: related ones only by ISBN, which every sender shares. */
export function workKeysOf(records: readonly { works: readonly string[]; related: readonly string[] }[]): string[] {
  const related = records.flatMap((one) =>
    one.related.flatMap((key) => /^(?:15|03):(97[89]\d{10})$/.exec(key)?.[1] ?? []),
  );
  const works = records.flatMap((one) => one.works);
  return [...new Set([...works, ...related.map((isbn) => `15:${isbn}`)])].toSorted();
}
