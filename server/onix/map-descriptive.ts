import type { Contributor, Descriptive } from '#domain/catalogue/onix-record.ts';
import { roleOfCode } from '#domain/catalogue/contributor.ts';
import { childOf, childrenOf, lineOf, textOf, type OnixElement } from './element.ts';
import { DURATION, formatOfForm, PAGE_EXTENTS, PAGES, PROTECTIONS } from './codes.ts';
import {
  bcp47,
  InvalidRecordError,
  mapIdentifier,
  noteUnknown,
  wholeNumber,
  type MessageDefaults,
  type RecordNotes,
} from './fields.ts';
import { readRichText } from './rich-text.ts';

/** What describes the product. Throws {@link InvalidRecordError} without a title at level 01. */
export function mapDescriptive(element: OnixElement, defaults: MessageDefaults, found: RecordNotes): Descriptive {
  const editionTypes = childrenOf(element, 'EditionType').map(lineOf);
  const form = textOf(element, 'ProductForm');
  if (formatOfForm(form, editionTypes) === undefined) found.unknownCodes.push(`ProductForm ${form}`);
  const protections = childrenOf(element, 'EpubTechnicalProtection').map(lineOf);
  noteUnknown(found, 'EpubTechnicalProtection', { codes: protections, isKnown: (code) => PROTECTIONS.has(code) });
  return {
    composition: textOf(element, 'ProductComposition'),
    form,
    formDetails: childrenOf(element, 'ProductFormDetail').map(lineOf),
    features: childrenOf(element, 'ProductFormFeature').map((one) => ({
      type: textOf(one, 'ProductFormFeatureType'),
      value: textOf(one, 'ProductFormFeatureValue'),
      description: textOf(one, 'ProductFormFeatureDescription'),
    })),
    contentType: textOf(element, 'PrimaryContentType'),
    protections,
    ...mapTitle(element),
    collections: childrenOf(element, 'Collection').flatMap(mapCollection),
    contributors: mapContributors(element, found),
    editionTypes,
    editionNumber: wholeNumber(textOf(element, 'EditionNumber')),
    editionStatement: textOf(element, 'EditionStatement'),
    ...mapLanguages(element, defaults, found),
    ...mapExtents(element),
    measures: mapMeasures(element),
    subjects: childrenOf(element, 'Subject').map(mapSubject),
    audiences: childrenOf(element, 'Audience').map((one) => ({
      type: textOf(one, 'AudienceCodeType'),
      value: textOf(one, 'AudienceCodeValue'),
    })),
    audienceRanges: childrenOf(element, 'AudienceRange').map(mapAudienceRange),
  };
}

const PRODUCT_LEVEL = '01';
const DISTINCTIVE = '01';
const MAX_TITLE = 500;

function mapTitle(descriptive: OnixElement): Pick<Descriptive, 'title' | 'titleSort' | 'subtitle'> {
  const details = childrenOf(descriptive, 'TitleDetail');
  const detail = details.find((one) => textOf(one, 'TitleType') === DISTINCTIVE) ?? details[0];
  const element = childrenOf(detail, 'TitleElement').find((one) => textOf(one, 'TitleElementLevel') === PRODUCT_LEVEL);
  const { title, titleSort } = titleOf(element);
  if (title === '') throw new InvalidRecordError('It has no title at level 01.');
  if (title.length > MAX_TITLE) throw new InvalidRecordError(`Its title has more than ${MAX_TITLE} characters.`);
  return { title, titleSort, subtitle: textOf(element, 'Subtitle').slice(0, MAX_TITLE) };
}

/** A title in one piece, or its prefix and the rest; a part number without any title is the title. */
function titleOf(element: OnixElement | undefined): { title: string; titleSort: string } {
  const rest = textOf(element, 'TitleWithoutPrefix');
  const prefix = textOf(element, 'TitlePrefix');
  const joined = prefix && !/['’-]$/.test(prefix) ? `${prefix} ${rest}` : prefix + rest;
  const title = textOf(element, 'TitleText') || (rest && joined) || textOf(element, 'PartNumber');
  return { title, titleSort: rest || title };
}

const COLLECTION_LEVEL = '02';
/** The order that the publisher gives the titles (list 197). */
const TITLE_ORDER = '02';

function mapCollection(collection: OnixElement): Descriptive['collections'] {
  const elements = childrenOf(childOf(collection, 'TitleDetail'), 'TitleElement');
  const named = elements.find((one) => textOf(one, 'TitleElementLevel') === COLLECTION_LEVEL) ?? elements[0];
  const { title } = titleOf(named);
  if (title === '') return [];
  const sequences = childrenOf(collection, 'CollectionSequence');
  const sequence = sequences.find((one) => textOf(one, 'CollectionSequenceType') === TITLE_ORDER) ?? sequences[0];
  const part = elements.map((one) => textOf(one, 'PartNumber')).find(Boolean);
  const number = textOf(sequence, 'CollectionSequenceNumber') || part || null;
  return [{ type: textOf(collection, 'CollectionType'), title: title.slice(0, 200), number }];
}

/** In the order of their sequence numbers. */
function mapContributors(descriptive: OnixElement, found: RecordNotes): Contributor[] {
  const numbered = childrenOf(descriptive, 'Contributor').map((one, index) => ({
    place: wholeNumber(textOf(one, 'SequenceNumber')) ?? index + 1,
    contributor: mapContributor(one, found),
  }));
  return numbered.toSorted((a, b) => a.place - b.place).flatMap(({ contributor }) => contributor ?? []);
}

function mapContributor(element: OnixElement, found: RecordNotes): Contributor | undefined {
  const person = textOf(element, 'PersonName') || nameOfParts(element) || textOf(element, 'PersonNameInverted');
  const name = person || textOf(element, 'CorporateName');
  if (name === '') return undefined;
  const roles = childrenOf(element, 'ContributorRole').map(lineOf);
  noteUnknown(found, 'ContributorRole', { codes: roles, isKnown: (code) => roleOfCode(code) !== undefined });
  const biography = childOf(element, 'BiographicalNote');
  return {
    roles,
    name: name.slice(0, 200),
    isCorporate: person === '',
    identifiers: childrenOf(element, 'NameIdentifier').map((one) => mapIdentifier(one, textOf(one, 'NameIDType'))),
    biography: biography ? readRichText(biography) : '',
  };
}

/** A name from the parts that its sender split it into. */
function nameOfParts(element: OnixElement): string {
  const parts = ['NamesBeforeKey', 'PrefixToKey', 'KeyNames', 'NamesAfterKey', 'SuffixToKey'] as const;
  return parts
    .map((part) => textOf(element, part))
    .filter(Boolean)
    .join(' ');
}

function mapLanguages(
  descriptive: OnixElement,
  defaults: MessageDefaults,
  { notes }: RecordNotes,
): Pick<Descriptive, 'language' | 'otherLanguages' | 'originalLanguage'> {
  const languages = childrenOf(descriptive, 'Language');
  const ofRole = (role: string) =>
    languages.filter((one) => textOf(one, 'LanguageRole') === role).flatMap((one) => languageTag(one) ?? []);
  const [language = defaults.language, ...others] = ofRole('01');
  if (language === null) notes.push('It does not say its language.');
  const otherLanguages = [...new Set(others)].filter((one) => one !== language).slice(0, 10);
  return { language: language ?? 'und', otherLanguages, originalLanguage: ofRole('02')[0] ?? null };
}

function languageTag(element: OnixElement): string | null {
  return bcp47(textOf(element, 'LanguageCode'), textOf(element, 'ScriptCode'), textOf(element, 'CountryCode'));
}

function mapExtents(descriptive: OnixElement): Pick<Descriptive, 'pages' | 'duration'> {
  const extents = childrenOf(descriptive, 'Extent').map((one) => ({
    type: textOf(one, 'ExtentType'),
    unit: textOf(one, 'ExtentUnit'),
    value: textOf(one, 'ExtentValue'),
  }));
  const pages = PAGE_EXTENTS.map((type) => extents.find((one) => one.type === type && one.unit === PAGES));
  const [, hours, minutes] =
    /^(\d{1,3})(\d\d)$/.exec(
      extents.find(({ type, unit }) => type === DURATION.type && unit === DURATION.unit)?.value ?? '',
    ) ?? [];
  return {
    pages: pages.map((one) => wholeNumber(one?.value ?? '')).find((count) => count !== null && count > 0) ?? null,
    duration: hours === undefined ? null : Number(hours) * 60 + Number(minutes),
  };
}

/** Units (list 50) in millimetres and grams. */
const UNITS: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4, gr: 1, kg: 1000, oz: 28.3495, lb: 453.592 };
const MAX_MEASURE = 100_000;

function mapMeasures(descriptive: OnixElement): NonNullable<Descriptive['measures']> {
  return childrenOf(descriptive, 'Measure').flatMap((one) => {
    const unit = UNITS[textOf(one, 'MeasureUnitCode')] ?? Number.NaN;
    const value = Math.round(Number(textOf(one, 'Measurement').replace(',', '.')) * unit);
    return value > 0 && value <= MAX_MEASURE ? [{ type: textOf(one, 'MeasureType'), value }] : [];
  });
}

function mapSubject(subject: OnixElement): Descriptive['subjects'][number] {
  return {
    scheme: textOf(subject, 'SubjectSchemeIdentifier'),
    schemeName: textOf(subject, 'SubjectSchemeName'),
    version: textOf(subject, 'SubjectSchemeVersion'),
    code: textOf(subject, 'SubjectCode').slice(0, 100),
    heading: textOf(subject, 'SubjectHeadingText'),
    isMain: childOf(subject, 'MainSubject') !== undefined,
  };
}

function mapAudienceRange(range: OnixElement): Descriptive['audienceRanges'][number] {
  const values = childrenOf(range, 'AudienceRangeValue').map(lineOf);
  return {
    qualifier: textOf(range, 'AudienceRangeQualifier'),
    bounds: childrenOf(range, 'AudienceRangePrecision').map((one, index) => ({
      precision: lineOf(one),
      value: values[index] ?? '',
    })),
  };
}
