/** The columns of a catalogue file (docs/operations.md), in the order in which `export csv` writes them. */
export const CSV_COLUMNS = [
  'work',
  'isbn',
  'title',
  'subtitle',
  'contributors',
  'format',
  'list_price',
  'member_price',
  'stock',
  'language',
  'publisher',
  'imprint',
  'published',
  'subjects',
  'series',
  'series_number',
  'pages',
  'description',
  'popularity',
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];
export type CsvRow = Partial<Record<CsvColumn, string>>;
