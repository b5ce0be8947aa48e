import { expect, test } from 'vitest';
import { factsOf, map, offerOf, recordOf } from '../../tests/onix-records.ts';
import { onixRecord, priceOf, textContent, type OnixNode } from '../../tests/onix-writer.ts';

test('the description for readers, in the book’s language, else the short one', () => {
  const long = textContent('03', 'Deutsch', { attributes: 'language="ger"' });
  const hidden = textContent('03', 'For the trade', { audience: '01' });
  const collateral = [hidden, long, textContent('02', 'Short')];
  expect(factsOf({ description: 'English', collateral }).description).toBe('English');
  expect(factsOf({ description: 'English', collateral, language: 'ger' }).description).toBe('Deutsch');
  expect(recordOf({ collateral }).collateral?.texts).toHaveLength(3);
  const { collateral: block } = map([
    ...onixRecord().filter(([name]) => name !== 'CollateralDetail'),
    ['CollateralDetail', [textContent('02', 'Short', { audience: '03' })]],
  ]).record;
  expect(block?.texts).toMatchObject([{ type: '02', html: 'Short' }]);
});

test('images for readers, as links of the web', () => {
  const image = (mode: string, link: string): OnixNode => [
    'SupportingResource',
    [
      ['ResourceContentType', '01'],
      ['ContentAudience', '00'],
      ['ResourceMode', mode],
      [
        'ResourceVersion',
        [
          ['ResourceForm', '02'],
          [
            'ResourceVersionFeature',
            [
              ['ResourceVersionFeatureType', '01'],
              ['FeatureValue', 'D502'],
            ],
          ],
          ['ResourceLink', link],
        ],
      ],
    ],
  ];
  const collateral = [
    image('03', 'https://x.test/a.jpg'),
    image('03', 'javascript:alert(1)'),
    image('04', 'https://x.test/film'),
  ];
  expect(recordOf({ collateral }).collateral?.images).toEqual([
    { type: '01', link: 'https://x.test/a.jpg', form: '02', features: [{ type: '01', value: 'D502' }] },
  ]);
});

const dateNode = (role: string, date: string, format = ''): OnixNode => [
  'PublishingDate',
  [
    ['PublishingDateRole', role],
    ['Date', date, format && `dateformat="${format}"`],
  ],
];

test('dates as precise as their digits, whatever format they state', () => {
  const publishing = [
    dateNode('01', '202610', '00'),
    dateNode('02', '20261014', '05'),
    dateNode('11', '1815'),
    dateNode('19', '14460101', '20'),
  ];
  const { record, notes } = map(onixRecord({ publishing }));
  expect(record.publishing?.dates).toEqual([
    { role: '01', date: '2026-10' },
    { role: '02', date: '2026-10-14' },
    { role: '11', date: '1815' },
  ]);
  expect(notes).toEqual(['The date "14460101" cannot be read; imported without.']);
});

test('imprint, publisher, country and rights', () => {
  const publishing: OnixNode[] = [
    ['Imprint', [['ImprintName', 'Classics']]],
    ['CountryOfPublication', 'GB'],
    [
      'SalesRights',
      [
        ['SalesRightsType', '01'],
        [
          'Territory',
          [
            ['CountriesIncluded', 'gb MY'],
            ['RegionsExcluded', 'US-NY'],
          ],
        ],
      ],
    ],
    ['ROWSalesRightsType', '03'],
  ];
  expect(recordOf({ publishing }).publishing).toMatchObject({
    imprint: 'Classics',
    publisher: 'Test Press',
    country: 'GB',
    status: '04',
    rights: [{ type: '01', territory: { countriesIncluded: ['GB', 'MY'], regionsExcluded: ['US-NY'] } }],
    rightsElsewhere: '03',
  });
});

test('prices with the message’s defaults, their period and their place', () => {
  const bare = priceOf('12.345', []);
  const defaults = { language: null, priceType: '04', currency: 'MYR' };
  const period = [
    'PriceDate',
    [
      ['PriceDateRole', '24'],
      ['Date', '2026010120261231', 'dateformat="06"'],
    ],
  ] as const;
  const from = [
    'PriceDate',
    [
      ['PriceDateRole', '14'],
      ['Date', '20260601'],
    ],
  ] as const;
  const { supply } = recordOf(
    {
      price: null,
      supply: [bare, priceOf('9,9', [['PriceType', '02'], ['PriceQualifier', '01'], period]), priceOf('1', [from])],
    },
    defaults,
  );
  expect(supply?.[0]?.prices).toMatchObject([
    { type: '04', currency: 'MYR', amount: 1235, qualifier: null, minimumQuantity: 1, from: null, territory: null },
    { type: '02', qualifier: '01', amount: 990, from: '2026-01-01', until: '2026-12-31' },
    { amount: 100, from: '2026-06-01', until: null },
  ]);
});

test('supply: availability, expected date, stock, order time', () => {
  const supply: OnixNode[] = [
    [
      'SupplyDate',
      [
        ['SupplyDateRole', '08'],
        ['Date', '20261201'],
      ],
    ],
    ['OrderTime', '7'],
    ['PackQuantity', '20'],
    ['Stock', [['OnHand', '12']]],
    ['UnpricedItemType', '02'],
  ];
  expect(recordOf({ supply }).supply).toMatchObject([
    {
      supplier: 'Depot',
      availability: '21',
      dates: [{ role: '08', date: '2026-12-01' }],
      orderTime: 7,
      packQuantity: 20,
      onHand: ['12'],
      unpriced: '02',
    },
  ]);
});

test('a record with more than forty prices', () => {
  const foreign = Array.from({ length: 45 }, (_, index) =>
    priceOf(String(index + 1), [
      ['PriceType', '02'],
      ['CurrencyCode', 'EUR'],
    ]),
  );
  expect(offerOf({ supply: foreign }).prices?.list).toEqual({ amount: 3990, rule: 'currency' });
});
