import { expect, test } from 'vitest';
import { onixShop } from '../../tests/onix-shop.ts';
import { onixRecord, type OnixNode } from '../../tests/onix-writer.ts';

const { importRecords, pool } = await onixShop();

function subject(scheme: string, code: string, isMain = false): OnixNode {
  const main: OnixNode[] = isMain ? [['MainSubject', '']] : [];
  return ['Subject', [...main, ['SubjectSchemeIdentifier', scheme], ['SubjectCode', code]]];
}

async function storedSubjects(): Promise<unknown[][]> {
  const { rows } = await pool.query<{ code: string; subject: string | null; is_derived: boolean }>(
    'SELECT code, subject, is_derived FROM product_subject ORDER BY position',
  );
  return rows.map((row) => [row.code, row.subject, row.is_derived]);
}

async function indexedSubjects(): Promise<string[]> {
  const { rows } = await pool.query<{ subjects: string[] }>('SELECT subjects FROM search_entry');
  return rows[0]!.subjects.toSorted();
}

test('codes of BIC and BISAC are subjects until a message brings Thema', async () => {
  const other = [subject('10', 'FIC022000'), subject('10', 'FIC022020', true), subject('12', 'FV')];
  await importRecords([onixRecord({ descriptive: other })], { sentAt: '20261101' });
  expect(await storedSubjects()).toEqual([
    ['BIC:FV', 'FV', true],
    ['BISAC:FIC022020', 'FFP', true],
    ['BISAC:FIC022000', null, false],
  ]);
  expect(await indexedSubjects()).toEqual(['F', 'FF', 'FFP', 'FV']);

  const thema = [...other, subject('93', 'FFC', true), subject('94', '1DDU-GB-E'), subject('20', 'detectives')];
  await importRecords([onixRecord({ descriptive: thema })], { sentAt: '20261102' });
  expect(await storedSubjects()).toEqual([
    ['FFC', 'FFC', false],
    ['1DDU-GB-E', null, false],
    ['BIC:FV', null, false],
    ['BISAC:FIC022020', null, false],
    ['BISAC:FIC022000', null, false],
  ]);
  expect(await indexedSubjects()).toEqual(['F', 'FF', 'FFC']);
});

test('a Thema code that has no name is kept, below all that it begins with', async () => {
  await importRecords([onixRecord({ descriptive: [subject('93', 'FFCZ9')] })]);
  expect(await storedSubjects()).toEqual([['FFCZ9', 'FFCZ9', false]]);
  expect(await indexedSubjects()).toEqual(['F', 'FF', 'FFC', 'FFCZ', 'FFCZ9']);
});

test('of several editions one with Thema tells the subjects of their product', async () => {
  const work: readonly OnixNode[] = [
    [
      'RelatedWork',
      [
        ['WorkRelationCode', '01'],
        [
          'WorkIdentifier',
          [
            ['WorkIDType', '01'],
            ['IDValue', 'w-1'],
          ],
        ],
      ],
    ],
  ];
  await importRecords([
    onixRecord({ related: work, descriptive: [subject('10', 'FIC004000')] }),
    onixRecord({ related: work, reference: 'ref-2', isbn: null, form: 'BB', descriptive: [subject('93', 'FBC')] }),
  ]);
  expect(await storedSubjects()).toEqual([['FBC', 'FBC', false]]);
});
