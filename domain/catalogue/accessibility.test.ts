import { expect, test } from 'vitest';
import { accessibilityNotes, accessibilityStatements, type Accessibility } from './accessibility.ts';

function facts(codes: readonly string[], hazards: readonly string[] = []): Accessibility {
  return { features: codes.map((code) => ({ code, text: '' })), hazards: [...hazards] };
}

const statementsIn = (section: string, said: Accessibility) =>
  accessibilityStatements(said).find((one) => one.section === section)?.statements;

test('the sections come in their order, those that need no word are left out', () => {
  const all = facts(['36', '52', '04', '81', '85', '11', '15', '75', '22'], ['00']);
  expect(accessibilityStatements(all)).toEqual([
    { section: 'waysOfReading', statements: ['appearanceChangeable', 'readAloud'] },
    { section: 'conformance', statements: ['meetsAA'] },
    { section: 'navigation', statements: ['contents'] },
    { section: 'richContent', statements: ['fullDescriptions'] },
    { section: 'hazards', statements: ['noHazards'] },
    { section: 'legal', statements: ['microEnterprise'] },
    { section: 'more', statements: ['languageTagged'] },
  ]);
  expect(accessibilityStatements(facts([])).map(({ section }) => section)).toEqual([
    'waysOfReading',
    'conformance',
    'navigation',
    'hazards',
  ]);
});

test.each([
  [['52'], 'readAloud'],
  [['10', '13', '14'], 'readAloud'],
  [['10', '13', '15'], 'readAloud'],
  [['10', '13'], 'partlyReadAloud'],
  [['14'], 'partlyReadAloud'],
  [['08'], 'readAloudUnknown'],
])('features %j: %s', (codes, statement) => {
  expect(statementsIn('waysOfReading', facts(codes))).toContain(statement);
});

test.each([
  [['04', '82', '86'], 'meetsAAA'],
  [['03'], 'meetsAA'],
  [['02'], 'meetsA'],
  [['05'], 'meetsPdf'],
  [['09'], 'knownInaccessible'],
  [['08'], 'noInformation'],
  [['81'], 'noInformation'],
])('conformance %j: %s', (codes, statement) => {
  expect(statementsIn('conformance', facts(codes))).toEqual([statement]);
});

test('hazards of each kind', () => {
  expect(statementsIn('hazards', facts([], ['13', '16', '26']))).toEqual(['flashing', 'noSound', 'unknownMotion']);
  expect(statementsIn('hazards', facts(['52']))).toEqual(['noInformation']);
});

test('only web addresses become links', () => {
  const features = [
    { code: '00', text: 'All images are described.' },
    { code: '90', text: 'A Certifier' },
    { code: '94', text: 'https://example.com/a' },
    { code: '95', text: 'javascript:alert(1)' },
    { code: '04', text: '' },
    { code: '85', text: '' },
  ];
  expect(accessibilityNotes({ features, hazards: [] })).toEqual({
    standards: ['EPUB Accessibility 1.1', 'WCAG AA'],
    certifier: 'A Certifier',
    assessed: '',
    summaries: ['All images are described.'],
    links: ['https://example.com/a'],
  });
});
