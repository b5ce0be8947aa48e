import { codeOfRole } from '#domain/catalogue/contributor.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { DURATION, KEYWORDS, LARGE_PRINT_EDITION, PAGES } from '../codes.ts';
import type { ExportedProduct, ExportedVariant } from './export-rows.ts';
import { onixLanguage } from './language-codes.ts';
import { FORMS, OTHER_ROLE, themaScheme } from './write-codes.ts';
import { element, emptyElement, type XmlElement } from './onix-element.ts';

/** What describes an edition, in the order of ONIX. */
export function writeDescriptive(product: ExportedProduct, variant: ExportedVariant): XmlElement[] {
  const { details } = variant;
  return element('DescriptiveDetail', [
    ...element('ProductComposition', '00'),
    ...element('ProductForm', FORMS[variant.format]),
    ...writeAccessibility(variant),
    ...writeMeasures(variant),
    ...(details?.protections ?? []).flatMap((code) => element('EpubTechnicalProtection', code)),
    ...product.series.flatMap(writeCollection),
    ...writeTitle('01', product),
    ...writeContributors(product),
    ...(variant.format === 'large_print' ? element('EditionType', LARGE_PRINT_EDITION) : []),
    ...element('EditionNumber', details?.editionNumber),
    ...element('EditionStatement', details?.editionStatement),
    ...[product.language, ...product.otherLanguages].flatMap((tag) => writeLanguage('01', tag)),
    ...(product.originalLanguage === null ? [] : writeLanguage('02', product.originalLanguage)),
    ...writeExtents(variant),
    ...product.subjects.flatMap(writeSubject),
    ...writeKeywords(product),
    ...writeAudience(product),
  ]);
}

function writeAccessibility({ accessibility }: ExportedVariant): XmlElement[] {
  if (!accessibility) return [];
  const feature = (type: string, value: string, text = '') =>
    element('ProductFormFeature', [
      ...element('ProductFormFeatureType', type),
      ...element('ProductFormFeatureValue', value),
      ...element('ProductFormFeatureDescription', text),
    ]);
  return [
    ...accessibility.features.flatMap(({ code, text }) => feature('09', code, text)),
    ...accessibility.hazards.flatMap((code) => feature('12', code)),
  ];
}

function writeMeasures({ details }: ExportedVariant): XmlElement[] {
  const measure = (type: string, value: number | undefined, unit: string) =>
    value === undefined
      ? []
      : element('Measure', [
          ...element('MeasureType', type),
          ...element('Measurement', value),
          ...element('MeasureUnitCode', unit),
        ]);
  return [
    ...measure('01', details?.height, 'mm'),
    ...measure('02', details?.width, 'mm'),
    ...measure('03', details?.thickness, 'mm'),
    ...measure('08', details?.weight, 'gr'),
  ];
}

function writeCollection({ name, number }: ExportedProduct['series'][number]): XmlElement[] {
  const sequence = [...element('CollectionSequenceType', '02'), ...element('CollectionSequenceNumber', number)];
  return element('Collection', [
    ...element('CollectionType', '10'),
    ...(number ? element('CollectionSequence', sequence) : []),
    ...writeTitle('02', { title: name, subtitle: '', titleSort: foldForSearch(name) }),
  ]);
}

type Title = Pick<ExportedProduct, 'title' | 'subtitle' | 'titleSort'>;

/** With its prefix apart where sorting skips one. */
function writeTitle(level: '01' | '02', { title, subtitle, titleSort }: Title): XmlElement[] {
  const { prefix, rest } = splitPrefix(title, titleSort);
  const parts = prefix
    ? [...element('TitlePrefix', prefix), ...element('TitleWithoutPrefix', rest)]
    : element('TitleText', title);
  return element('TitleDetail', [
    ...element('TitleType', '01'),
    ...element('TitleElement', [...element('TitleElementLevel', level), ...parts, ...element('Subtitle', subtitle)]),
  ]);
}

/** The beginning of a title that its sort key leaves out; none where it leaves out nothing. */
export function splitPrefix(title: string, sortKey: string): { prefix: string; rest: string } {
  if (foldForSearch(title) === sortKey) return { prefix: '', rest: title };
  for (const { index, 0: gap } of title.matchAll(/\s+|(?<=['’-])/g)) {
    const rest = title.slice(index + gap.length);
    if (foldForSearch(rest) === sortKey) return { prefix: title.slice(0, index), rest };
  }
  return { prefix: '', rest: title };
}

/** One after the other; several roles of a person that follow each other stand together. */
function writeContributors({ contributors }: ExportedProduct): XmlElement[] {
  const groups: (typeof contributors)[] = [];
  for (const one of contributors)
    if (groups.at(-1)?.[0]?.slug === one.slug) groups.at(-1)!.push(one);
    else groups.push([one]);
  return groups.flatMap(([person, ...others], index) =>
    element('Contributor', [
      ...element('SequenceNumber', index + 1),
      ...[person!, ...others].flatMap(({ role }) => element('ContributorRole', codeOfRole(role) ?? OTHER_ROLE)),
      ...nameIdentifier('16', person!.isni),
      ...nameIdentifier('21', person!.orcid?.replaceAll('-', '')),
      ...element('PersonName', person!.name),
      ...element('BiographicalNote', person!.biography, { textformat: '02' }),
    ]),
  );
}

function nameIdentifier(type: string, value: string | null | undefined): XmlElement[] {
  return value ? element('NameIdentifier', [...element('NameIDType', type), ...element('IDValue', value)]) : [];
}

function writeLanguage(role: '01' | '02', tag: string): XmlElement[] {
  const codes = onixLanguage(tag);
  if (!codes) return [];
  return element('Language', [
    ...element('LanguageRole', role),
    ...element('LanguageCode', codes.language),
    ...element('CountryCode', codes.country),
    ...element('ScriptCode', codes.script),
  ]);
}

function writeExtents({ pages, details }: ExportedVariant): XmlElement[] {
  const extent = (type: string, value: string | number, unit: string) =>
    element('Extent', [
      ...element('ExtentType', type),
      ...element('ExtentValue', value),
      ...element('ExtentUnit', unit),
    ]);
  const minutes = details?.duration;
  const hours = minutes === undefined ? '' : String(Math.floor(minutes / 60)).padStart(3, '0');
  return [
    ...(pages === null ? [] : extent('00', pages, PAGES)),
    ...(minutes === undefined
      ? []
      : extent(DURATION.type, hours + String(minutes % 60).padStart(2, '0'), DURATION.unit)),
  ];
}

function writeSubject(code: string, index: number): XmlElement[] {
  const scheme = themaScheme(code);
  return element('Subject', [
    ...(index === 0 && scheme === '93' ? emptyElement('MainSubject') : []),
    ...element('SubjectSchemeIdentifier', scheme),
    ...element('SubjectCode', code),
  ]);
}

function writeKeywords({ keywords }: ExportedProduct): XmlElement[] {
  if (keywords.length === 0) return [];
  const heading = element('SubjectHeadingText', keywords.join('; '));
  return element('Subject', [...element('SubjectSchemeIdentifier', KEYWORDS), ...heading]);
}

/** Audiences (list 28), and the reading age in years (list 30) from, to, or exactly (list 31). */
function writeAudience({ audience }: ExportedProduct): XmlElement[] {
  if (!audience) return [];
  const { groups, ageFrom, ageTo } = audience;
  const bound = (precision: string, age: number | null) =>
    age === null ? [] : [...element('AudienceRangePrecision', precision), ...element('AudienceRangeValue', age)];
  const bounds = ageFrom === ageTo ? bound('01', ageFrom) : [...bound('03', ageFrom), ...bound('04', ageTo)];
  return [
    ...groups.flatMap((group) =>
      element('Audience', [...element('AudienceCodeType', '01'), ...element('AudienceCodeValue', group)]),
    ),
    ...(bounds.length > 0 ? element('AudienceRange', [...element('AudienceRangeQualifier', '18'), ...bounds]) : []),
  ];
}
