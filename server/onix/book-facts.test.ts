import { expect, test } from 'vitest';
import { factsOf, recordOf } from '../../tests/onix-records.ts';
import { contributor, titleDetail, type OnixNode } from '../../tests/onix-writer.ts';
import { editionFactsOf } from './book-facts.ts';
import { productFactsOf } from './offer.ts';

const edition = (told: Parameters<typeof recordOf>[0]) => editionFactsOf(recordOf(told));
const two = (element: string, ...parts: readonly OnixNode[]) => [element, parts] as unknown as OnixNode;
const feature = (type: string, value: string, text = '') =>
  two(
    'ProductFormFeature',
    ['ProductFormFeatureType', type],
    ['ProductFormFeatureValue', value],
    ...(text ? [['ProductFormFeatureDescription', text] as const] : []),
  );

test('several series, each once', () => {
  const collection = (title: string, number: string): OnixNode => [
    'Collection',
    [
      ['CollectionType', '10'],
      two('CollectionSequence', ['CollectionSequenceType', '02'], ['CollectionSequenceNumber', number]),
      titleDetail([
        ['TitleElementLevel', '02'],
        ['TitleText', title],
      ]),
    ],
  ];
  const descriptive = [collection('Discworld', '3'), collection('Witches', '1'), collection('DISCWORLD', '9')];
  expect(factsOf({ descriptive })).toMatchObject({
    series: { name: 'Discworld', number: '3' },
    moreSeries: [{ name: 'Witches', number: '1' }],
  });
});

test('languages of the text, and the one that it was translated from', () => {
  const language = (role: string, code: string) => two('Language', ['LanguageRole', role], ['LanguageCode', code]);
  const descriptive = [language('01', 'per'), language('02', 'fre'), language('01', 'eng')];
  expect(factsOf({ descriptive })).toMatchObject({
    language: 'en',
    otherLanguages: ['fa'],
    originalLanguage: 'fr',
  });
});

test('measures in every unit, duration, protection, edition', () => {
  const measure = (type: string, value: string, unit: string) =>
    two('Measure', ['MeasureType', type], ['Measurement', value], ['MeasureUnitCode', unit]);
  const descriptive = [
    measure('01', '19.8', 'cm'),
    measure('02', '5.08', 'in'),
    measure('03', '0', 'mm'),
    measure('08', '0,25', 'kg'),
    measure('08', '9', 'zz'),
    two('Extent', ['ExtentType', '09'], ['ExtentValue', '1105'], ['ExtentUnit', '15']),
    ['EditionNumber', '3'] as const,
    ['EpubTechnicalProtection', '02'] as const,
  ];
  expect(edition({ form: 'ED', descriptive }).details).toEqual({
    height: 198,
    width: 129,
    weight: 250,
    duration: 665,
    editionNumber: 3,
    protections: ['02'],
  });
  expect(edition({}).details).toBeNull();
});

test('accessibility features with their text, and hazards', () => {
  const descriptive = [
    feature('09', '52'),
    feature('09', '00', 'All described.'),
    feature('12', '00'),
    feature('01', '5'),
  ];
  expect(edition({ descriptive }).accessibility).toEqual({
    features: [
      { code: '52', text: '' },
      { code: '00', text: 'All described.' },
    ],
    hazards: ['00'],
  });
  expect(edition({}).accessibility).toBeNull();
});

test('an identifier of a person in any notation; a biography with the time of its message', () => {
  const id = (type: string, value: string) => two('NameIdentifier', ['NameIDType', type], ['IDValue', value]);
  const person = contributor('A01', 'J', [
    id('16', '0000 0001 2103 2683'),
    id('21', 'https://orcid.org/0000-0002-1825-0097'),
    ['BiographicalNote', 'Wrote <i>six</i> novels.', 'textformat="02"'],
  ]);
  const record = recordOf({ author: null, descriptive: [person] });
  expect(productFactsOf(record, new Date('2026-11-01')).contributors).toEqual([
    {
      name: 'J',
      role: 'author',
      isni: '0000000121032683',
      orcid: '0000-0002-1825-0097',
      biography: { html: expect.stringContaining('six'), asOf: '2026-11-01T00:00:00.000Z' },
    },
  ]);
});

test('a reading age from, to and exact, and the groups of readers', () => {
  const range = (...bounds: readonly [string, string][]) =>
    two(
      'AudienceRange',
      ['AudienceRangeQualifier', '18'],
      ...bounds.flatMap(([precision, value]): OnixNode[] => [
        ['AudienceRangePrecision', precision],
        ['AudienceRangeValue', value],
      ]),
    );
  const group = two('Audience', ['AudienceCodeType', '01'], ['AudienceCodeValue', '02']);
  const audience = (...nodes: OnixNode[]) => factsOf({ descriptive: nodes }).audience;
  expect(audience(group, range(['03', '9'], ['04', '12']))).toEqual({ groups: ['02'], ageFrom: 9, ageTo: 12 });
  expect(audience(range(['01', '7']))).toEqual({ groups: [], ageFrom: 7, ageTo: 7 });
  expect(audience(range(['04', 'twelve']))).toBeNull();
});
