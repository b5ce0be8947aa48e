import { expect, test } from 'vitest';
import { factsOf, map, NO_DEFAULTS, offerOf, recordOf } from '../../tests/onix-records.ts';
import { contributor, identifier, onixRecord, titleDetail, type OnixNode } from '../../tests/onix-writer.ts';

test.each<[string, readonly OnixNode[], string]>([
  ['no reference', onixRecord({ reference: '' }), 'It has no RecordReference.'],
  ['a reference that is too long', onixRecord({ reference: 'r'.repeat(1001) }), 'Its RecordReference is too long.'],
  ['no notification', onixRecord({ notification: '' }), 'It has no NotificationType.'],
  ['an unknown notification', onixRecord({ notification: '77' }), 'Its NotificationType "77" is unknown.'],
  ['no description', onixRecord().filter(([name]) => name !== 'DescriptiveDetail'), 'It has no DescriptiveDetail'],
  ['no title', onixRecord({ title: '' }), 'It has no title at level 01.'],
  ['a title that is too long', onixRecord({ title: 'T'.repeat(501) }), 'Its title has more than 500 characters.'],
])('%s is a reason to refuse a record', (_, nodes, reason) => {
  expect(() => map(nodes)).toThrow(reason);
});

test.each<[string, readonly OnixNode[], string | null, string | undefined]>([
  ['ISBN-13', [identifier('15', '978-0-14-143958-7')], '9780141439587', undefined],
  ['GTIN-13', [identifier('03', '9780141439587')], '9780141439587', undefined],
  ['a GTIN that is no ISBN', [identifier('03', '4006381333931')], null, undefined],
  ['ISBN-10', [identifier('02', '0141439580')], '9780141439587', undefined],
  [
    'of several the surest',
    [identifier('02', '0141395206'), identifier('15', '9780141439587')],
    '9780141439587',
    undefined,
  ],
  ['a placeholder', [identifier('15', '9780000000000')], null, 'stands for one that is not known yet'],
  ['another placeholder', [identifier('15', '978XXXXXXXXXX')], null, 'stands for one that is not known yet'],
  ['a wrong digit', [identifier('15', '9780141439588')], null, 'is not valid; imported without'],
  ['others', [identifier('01', 'sku'), identifier('06', '10.1/x'), identifier('22', 'urn:x')], null, undefined],
])('the ISBN of %s', (_, identifiers, isbn, note) => {
  const { record, notes } = map([...onixRecord({ isbn: null }), ...identifiers]);
  expect(record.isbn).toBe(isbn);
  expect(notes).toEqual(note ? [expect.stringContaining(note)] : []);
  expect(record.identifiers).toHaveLength(identifiers.length);
});

test.each([
  ['BA', 'paperback'],
  ['BB', 'hardback'],
  ['BC', 'paperback'],
  ['BE', 'spiral'],
  ['BH', 'board_book'],
  ['AC', 'audio_cd'],
  ['AJ', 'audiobook'],
  ['AN', 'audiobook'],
  ['EA', 'ebook'],
  ['EB', 'ebook'],
  ['EC', 'ebook'],
  ['ED', 'ebook'],
  ['SA', null],
  ['PZ', null],
])('the form %s is the format %s', (form, format) => {
  expect(offerOf({ form })).toMatchObject({ format, heldBack: format === null ? 'no_format' : null });
  expect(map(onixRecord({ form })).unknownCodes).toEqual([]);
});

test('large print is an edition type of a printed form', () => {
  const descriptive = [['EditionType', 'LTE']] as const;
  expect(offerOf({ form: 'BC', descriptive }).format).toBe('large_print');
  expect(offerOf({ form: 'ED', descriptive }).format).toBe('ebook');
});

test('codes that the shop does not know are kept and named', () => {
  const { record, unknownCodes } = map(
    onixRecord({
      form: 'ZZ',
      descriptive: [contributor('Z99', 'Someone'), ['EpubTechnicalProtection', '09']],
      publishing: [],
      supply: [],
    }),
  );
  expect(unknownCodes).toEqual(['ProductForm ZZ', 'EpubTechnicalProtection 09', 'ContributorRole Z99']);
  expect(record.descriptive).toMatchObject({ form: 'ZZ', protections: ['09'] });
});

test.each([
  ['eng', 'en'],
  ['fre', 'fr'],
  ['ger', 'de'],
  ['per', 'fa'],
  ['por', 'pt'],
  ['may', 'ms'],
  ['chi', 'zh'],
])('the language %s is %s', (code, tag) => {
  expect(factsOf({ language: code }).language).toBe(tag);
});

test('a language with script and country, the original one, and none', () => {
  const language = (role: string, ...more: readonly OnixNode[]): OnixNode => [
    'Language',
    [['LanguageRole', role], ...more],
  ];
  const chinese = language('01', ['LanguageCode', 'chi'], ['ScriptCode', 'Hant'], ['CountryCode', 'TW']);
  const nodes = onixRecord().map((node): OnixNode =>
    node[0] === 'DescriptiveDetail'
      ? [
          'DescriptiveDetail',
          [
            titleDetail([
              ['TitleElementLevel', '01'],
              ['TitleText', 'T'],
            ]),
            chinese,
            language('02', ['LanguageCode', 'jpn']),
          ],
        ]
      : node,
  );
  expect(map(nodes).record.descriptive).toMatchObject({ language: 'zh-Hant-TW', originalLanguage: 'ja' });
  expect(recordOf({ language: '?' }, { ...NO_DEFAULTS, language: 'de' }).descriptive.language).toBe('de');
  expect(map(onixRecord({ language: '' }))).toMatchObject({
    record: { descriptive: { language: 'und' } },
    notes: ['It does not say its language.'],
  });
});

test('pages by the best extent, and minutes', () => {
  const extent = (type: string, value: string, unit = '03'): OnixNode => [
    'Extent',
    [
      ['ExtentType', type],
      ['ExtentValue', value],
      ['ExtentUnit', unit],
    ],
  ];
  const pages = (...descriptive: OnixNode[]) => recordOf({ descriptive }).descriptive;
  expect(pages(extent('07', '300'), extent('00', '320'), extent('11', '310')).pages).toBe(320);
  expect(pages(extent('07', '300'), extent('11', '310')).pages).toBe(310);
  expect(pages(extent('05', '1'), extent('07', '2'), extent('08', '3')).pages).toBe(1);
  expect(pages(extent('00', '0'), extent('08', '280')).pages).toBe(280);
  expect(pages(extent('00', '320', '17'), extent('09', '01230', '15'))).toMatchObject({
    pages: null,
    duration: 750,
  });
});
