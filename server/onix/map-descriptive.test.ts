import { expect, test } from 'vitest';
import { factsOf, map, recordOf } from '../../tests/onix-records.ts';
import { contributor, onixRecord, titleDetail, type OnixNode } from '../../tests/onix-writer.ts';

/** A record whose only title is this. */
const withTitle = (element: readonly OnixNode[]): OnixNode[] =>
  onixRecord({ title: '' }).map((node) =>
    node[0] === 'DescriptiveDetail'
      ? (['DescriptiveDetail', [titleDetail([['TitleElementLevel', '01'], ...element])]] as const)
      : node,
  );

test.each<[string, readonly OnixNode[], string, string]>([
  ['in one piece', [['TitleText', 'The Waves']], 'The Waves', 'The Waves'],
  [
    'with a prefix',
    [
      ['TitlePrefix', 'The'],
      ['TitleWithoutPrefix', 'Waves'],
    ],
    'The Waves',
    'Waves',
  ],
  [
    'with an elided prefix',
    [
      ['TitlePrefix', 'L’'],
      ['TitleWithoutPrefix', 'Étranger'],
    ],
    'L’Étranger',
    'Étranger',
  ],
  ['without a prefix', [['TitleWithoutPrefix', 'Waves']], 'Waves', 'Waves'],
  ['a part number alone', [['PartNumber', 'Volume 3']], 'Volume 3', 'Volume 3'],
])('a title %s', (_, element, title, titleSort) => {
  const { record } = map(withTitle([...element, ['Subtitle', 'A Novel']]));
  expect(record.descriptive).toMatchObject({ title, titleSort, subtitle: 'A Novel' });
});

test('the title of a series is not the title of the book', () => {
  const detail = [
    'TitleDetail',
    [
      ['TitleType', '01'],
      [
        'TitleElement',
        [
          ['TitleElementLevel', '02'],
          ['TitleText', 'Series'],
        ],
      ],
      [
        'TitleElement',
        [
          ['TitleElementLevel', '01'],
          ['TitleText', 'Book'],
        ],
      ],
    ],
  ] as const;
  const nodes = onixRecord().map((node): OnixNode =>
    node[0] === 'DescriptiveDetail' ? ['DescriptiveDetail', [detail]] : node,
  );
  expect(map(nodes).record.descriptive?.title).toBe('Book');
});

test('collections with a number, by sequence or part, and without', () => {
  const collection = (title: string, more: readonly OnixNode[], part: readonly OnixNode[] = []): OnixNode => [
    'Collection',
    [['CollectionType', '10'], ...more, titleDetail([['TitleElementLevel', '02'], ['TitleText', title], ...part])],
  ];
  const sequence = [
    'CollectionSequence',
    [
      ['CollectionSequenceType', '03'],
      ['CollectionSequenceNumber', '4'],
    ],
  ] as const;
  const descriptive = [
    collection('Discworld', [sequence]),
    collection('Death', [], [['PartNumber', '1']]),
    collection('Set', []),
  ];
  expect(recordOf({ descriptive }).descriptive.collections).toEqual([
    { type: '10', title: 'Discworld', number: '4' },
    { type: '10', title: 'Death', number: '1' },
    { type: '10', title: 'Set', number: null },
  ]);
  expect(factsOf({ descriptive }).series).toEqual({ name: 'Discworld', number: '4' });
});

test.each([
  ['A01', 'author'],
  ['A02', 'with'],
  ['A12', 'illustrator'],
  ['A13', 'photographer'],
  ['A19', 'afterword'],
  ['A23', 'foreword'],
  ['B01', 'editor'],
  ['B06', 'translator'],
  ['E07', 'narrator'],
  ['A36', 'A36'],
  ['nonsense', 'other'],
])('the role %s is %s', (code, role) => {
  expect(factsOf({ author: null, descriptive: [contributor(code, 'A. Person')] }).contributors).toEqual([
    { name: 'A. Person', role },
  ]);
});

test('contributors in their sequence, by every form of a name, with all their roles, each once', () => {
  const person = (place: string, ...nodes: readonly OnixNode[]): OnixNode => [
    'Contributor',
    [['SequenceNumber', place], ...nodes],
  ];
  const { contributors } = recordOf({
    author: null,
    descriptive: [
      person('3', ['ContributorRole', 'B06'], ['CorporateName', 'Translators Ltd']),
      person(
        '2',
        ['ContributorRole', 'A12'],
        ['NamesBeforeKey', 'Ludwig'],
        ['PrefixToKey', 'van'],
        ['KeyNames', 'Beethoven'],
      ),
      person('1', ['ContributorRole', 'A01'], ['ContributorRole', 'A12'], ['PersonName', 'Tove Jansson']),
      person('4', ['ContributorRole', 'A01'], ['PersonNameInverted', 'Austen, Jane']),
      person('5', ['ContributorRole', 'A01']),
    ],
  }).descriptive;
  expect(contributors.map(({ name, roles, isCorporate }) => [name, roles.join(), isCorporate])).toEqual([
    ['Tove Jansson', 'A01,A12', false],
    ['Ludwig van Beethoven', 'A12', false],
    ['Translators Ltd', 'B06', true],
    ['Austen, Jane', 'A01', false],
  ]);
  const twice = [contributor('A01', 'Jane Austen'), contributor('A01', 'JANE AUSTEN')];
  expect(factsOf({ descriptive: twice }).contributors).toHaveLength(1);
});

test('a contributor’s identifiers and biography', () => {
  const orcid = [
    'NameIdentifier',
    [
      ['NameIDType', '21'],
      ['IDValue', '0000-0001'],
    ],
  ] as const;
  const note = [
    'BiographicalNote',
    '<![CDATA[<p onclick="x()">Wrote <b>six</b> novels.</p>]]>',
    'textformat="02"',
  ] as const;
  const { contributors } = recordOf({
    author: null,
    descriptive: [contributor('A01', 'J', [orcid, note])],
  }).descriptive;
  expect(contributors).toMatchObject([
    { identifiers: [{ type: '21', value: '0000-0001' }], biography: '<p>Wrote <b>six</b> novels.</p>' },
  ]);
});

test('Thema first the main code, then its qualifiers, then the codes of other schemes', () => {
  const subject = (scheme: string, code: string, isMain = false): OnixNode => [
    'Subject',
    [...(isMain ? [['MainSubject', ''] as const] : []), ['SubjectSchemeIdentifier', scheme], ['SubjectCode', code]],
  ];
  const descriptive = [
    subject('98', '5AX'),
    subject('10', 'FIC004000'),
    subject('93', 'FBA'),
    subject('12', 'FC'),
    subject('93', 'FBC', true),
    subject('94', '1DDU'),
    [
      'Subject',
      [
        ['SubjectSchemeIdentifier', '20'],
        ['SubjectHeadingText', 'love; money'],
      ],
    ] as const,
  ];
  expect(factsOf({ descriptive }).subjects).toEqual(['FBC', 'FBA', '1DDU', '5AX', 'BIC:FC', 'BISAC:FIC004000']);
  expect(factsOf({ descriptive }).keywords).toEqual(['love', 'money']);
  expect(recordOf({ descriptive }).descriptive.subjects).toHaveLength(7);
  expect(recordOf({ descriptive }).descriptive.subjects[6]).toMatchObject({ scheme: '20', heading: 'love; money' });
});

test('audience, reading age, edition and accessibility', () => {
  const descriptive: OnixNode[] = [
    ['EditionNumber', '2'],
    ['EditionStatement', 'Revised'],
    [
      'Audience',
      [
        ['AudienceCodeType', '01'],
        ['AudienceCodeValue', '02'],
      ],
    ],
    [
      'AudienceRange',
      [
        ['AudienceRangeQualifier', '17'],
        ['AudienceRangePrecision', '03'],
        ['AudienceRangeValue', '7'],
        ['AudienceRangePrecision', '04'],
        ['AudienceRangeValue', '9'],
      ],
    ],
    [
      'ProductFormFeature',
      [
        ['ProductFormFeatureType', '09'],
        ['ProductFormFeatureValue', '52'],
      ],
    ],
  ];
  expect(recordOf({ descriptive }).descriptive).toMatchObject({
    editionNumber: 2,
    editionStatement: 'Revised',
    audiences: [{ type: '01', value: '02' }],
    audienceRanges: [
      {
        qualifier: '17',
        bounds: [
          { precision: '03', value: '7' },
          { precision: '04', value: '9' },
        ],
      },
    ],
    features: [{ type: '09', value: '52' }],
  });
});
