/**
 * What the publisher says of an e-book's accessibility: codes of list 196 with their text (a summary, an address, a date), and
 * codes of list 143 for hazards.
 */
export type Accessibility = { features: { code: string; text: string }[]; hazards: string[] };

/** The parts of the statement, in the order in which pages show them. */
export const ACCESSIBILITY_SECTIONS = [
  'waysOfReading',
  'conformance',
  'navigation',
  'richContent',
  'hazards',
  'legal',
  'more',
] as const;
export type AccessibilitySection = (typeof ACCESSIBILITY_SECTIONS)[number];

/** Codes of list 196 that are one statement each. */
const FEATURES = {
  navigation: {
    contents: ['11'],
    index: ['12'],
    readingOrder: ['13'],
    headings: ['29'],
    landmarks: ['32'],
    pageNumbers: ['19'],
  },
  richContent: {
    shortDescriptions: ['14'],
    fullDescriptions: ['15'],
    audioDescriptions: ['28'],
    chartData: ['16'],
    accessibleMath: ['17', '35'],
    accessibleChemistry: ['18', '34'],
    supplementaryContent: ['39'],
  },
  legal: { microEnterprise: ['75'], disproportionateBurden: ['76'], fundamentalAlteration: ['77'] },
  more: {
    pronunciation: ['21'],
    languageTagged: ['22'],
    dyslexia: ['24'],
    notByColor: ['25'],
    highContrast: ['26'],
    ultraHighContrast: ['37'],
    lowBackgroundSound: ['27'],
    ariaRoles: ['30'],
    labelledControls: ['31'],
    explainedWords: ['38'],
    clearLinks: ['40'],
  },
} as const;

const HAZARDS = {
  noHazards: ['00'],
  flashing: ['13'],
  sound: ['15'],
  motion: ['17'],
  noFlashing: ['14'],
  noSound: ['16'],
  noMotion: ['18'],
  unknownFlashing: ['24'],
  unknownSound: ['25'],
  unknownMotion: ['26'],
} as const;

type KeysOf<Table> = { [Section in keyof Table]: keyof Table[Section] }[keyof Table];
export type AccessibilityStatement =
  | KeysOf<typeof FEATURES>
  | keyof typeof HAZARDS
  | 'appearanceChangeable'
  | 'appearanceUnknown'
  | 'readAloud'
  | 'partlyReadAloud'
  | 'readAloudUnknown'
  | 'recordedAudio'
  | 'synchronizedAudio'
  | 'meetsA'
  | 'meetsAA'
  | 'meetsAAA'
  | 'meetsPdf'
  | 'knownInaccessible'
  | 'noInformation';

/** Statements by section; sections that need no word when nothing is known are left out. */
export type AccessibilityStatements = { section: AccessibilitySection; statements: AccessibilityStatement[] }[];

/** What is said of an edition in plain statements, in their order. */
export function accessibilityStatements({ features, hazards }: Accessibility): AccessibilityStatements {
  const codes = new Set(features.map(({ code }) => code));
  const bySection: Record<AccessibilitySection, AccessibilityStatement[]> = {
    waysOfReading: waysOfReading(codes),
    conformance: [conformanceOf(codes)],
    navigation: orNoInformation(statementsOf(FEATURES.navigation, codes)),
    richContent: statementsOf(FEATURES.richContent, codes),
    hazards: orNoInformation(statementsOf(HAZARDS, new Set(hazards))),
    legal: statementsOf(FEATURES.legal, codes),
    more: statementsOf(FEATURES.more, codes),
  };
  return ACCESSIBILITY_SECTIONS.map((section) => ({ section, statements: bySection[section] })).filter(
    ({ statements }) => statements.length > 0,
  );
}

type Codes = ReadonlySet<string>;

function statementsOf<Key extends string>(table: Record<Key, readonly string[]>, codes: Codes): Key[] {
  return (Object.keys(table) as Key[]).filter((key) => table[key].some((code) => codes.has(code)));
}

function orNoInformation(statements: AccessibilityStatement[]): AccessibilityStatement[] {
  return statements.length > 0 ? statements : ['noInformation'];
}

/** Codes by which at least some of the content can be read aloud. */
const PARTLY_READABLE = ['10', '13', '14', '15'];

function waysOfReading(codes: Codes): AccessibilityStatement[] {
  const isPartly = PARTLY_READABLE.some((code) => codes.has(code));
  return [
    codes.has('36') ? 'appearanceChangeable' : 'appearanceUnknown',
    isScreenReaderFriendly(codes) ? 'readAloud' : isPartly ? 'partlyReadAloud' : 'readAloudUnknown',
    ...(codes.has('51') ? (['recordedAudio'] as const) : []),
    ...(codes.has('20') ? (['synchronizedAudio'] as const) : []),
  ];
}

/** Whether an edition works with a screen reader, by codes of list 196; the column `is_screen_reader_friendly` follows it. */
export function isScreenReaderFriendly(codes: Codes): boolean {
  return codes.has('52') || (codes.has('10') && codes.has('13') && (codes.has('14') || codes.has('15')));
}

/** The level of WCAG: EPUB Accessibility 1.0 names it itself, 1.1 beside it. */
function conformanceOf(codes: Codes): AccessibilityStatement {
  if (codes.has('86')) return 'meetsAAA';
  if (codes.has('85') || codes.has('03')) return 'meetsAA';
  if (codes.has('84') || codes.has('02')) return 'meetsA';
  if (codes.has('05')) return 'meetsPdf';
  return codes.has('09') ? 'knownInaccessible' : 'noInformation';
}

const STANDARDS: Readonly<Record<string, string>> = {
  '02': 'EPUB Accessibility 1.0 A',
  '03': 'EPUB Accessibility 1.0 AA',
  '04': 'EPUB Accessibility 1.1',
  '80': 'WCAG 2.0',
  '81': 'WCAG 2.1',
  '82': 'WCAG 2.2',
  '84': 'WCAG A',
  '85': 'WCAG AA',
  '86': 'WCAG AAA',
  '05': 'PDF/UA',
};

/** Further facts in the publisher's own words. `links` may be anything that its sender wrote: only web addresses are. */
export type AccessibilityNotes = {
  standards: string[];
  certifier: string;
  assessed: string;
  summaries: string[];
  links: string[];
};

export function accessibilityNotes({ features }: Accessibility): AccessibilityNotes {
  const textsOf = (...codes: string[]) =>
    features.filter(({ code, text }) => codes.includes(code) && text !== '').map(({ text }) => text);
  return {
    standards: features.flatMap(({ code }) => STANDARDS[code] ?? []),
    certifier: textsOf('90')[0] ?? '',
    assessed: textsOf('91')[0] ?? '',
    summaries: textsOf('00', '92'),
    links: textsOf('93', '94', '95', '96', '97', '98', '99').filter((text) => /^https:\/\/[^\s"<>]+$/i.test(text)),
  };
}
