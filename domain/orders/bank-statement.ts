import type { Sen } from '../money.ts';

/** How a bank writes amounts and dates: the sign before sen, and the order of day, month and year. */
export const DECIMAL_SIGNS = ['.', ','] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** What the columns of a bank's statement say, by their places from 0. */
export type StatementMapping = {
  date: number;
  /** What came in: a column of credits, or amounts with a sign, or with CR and DR. */
  amount: number;
  /** A column that says CR or DR, where `amount` has no sign. */
  direction: number | null;
  /** Where the payer's reference may stand. */
  texts: number[];
  payer: number | null;
  decimal: DecimalSign;
  dates: DateOrder;
};

/** A mapping of which the columns may be unknown still. */
export type ProposedMapping = Omit<StatementMapping, 'date' | 'amount'> & {
  date: number | null;
  amount: number | null;
};

/** Money that came in; `amount` in sen, above zero. */
export type StatementEntry = { day: string; amount: Sen; text: string; payer: string };

/** Why a row is no money that came in: it went out, or its date or amount cannot be read. */
export type UnreadRow = { problem: 'outgoing' | 'date' | 'amount' };

type Row = readonly string[];

/** Rows above the header, such as the holder of the account and the period. */
const MAX_PREAMBLE = 30;

/** The place of the header: the first row of three cells or more in which there is neither an amount nor a date. */
export function findHeader(rows: readonly Row[]): number {
  const isHeader = (row: Row) => {
    const cells = row.filter((cell) => cell.trim() !== '');
    return cells.length >= 3 && !cells.some((cell) => isDate(cell) || isAmount(cell));
  };
  return rows.slice(0, MAX_PREAMBLE).findIndex(isHeader);
}

/* The words of English, Malay, German, French, Portuguese and Persian banks, without accents. */
const COLUMN_WORDS = {
  date: /\bdate\b|tarikh|datum|buchungstag|valuta|^data\b|تاریخ/,
  credit: /credit(?!or)|kredit|deposit|money in|paid in|\bmasuk|haben|gutschrift|واریز/,
  amount: /amount|jumlah|amaun|betrag|umsatz|montant|valor|مبلغ/,
  direction:
    /^(transaction |txn )?type$|\bdr ?\/ ?cr\b|\bcr ?\/ ?dr\b|debit ?\/ ?credit|indicator|soll ?\/ ?haben|^sens$/,
  text: /descri|detail|\bref|remark|memo|narra|particular|purpose|zweck|libelle|historico|keterangan|rujukan|butiran|شرح/,
  payer:
    /payer|sender|paid by|counterparty|\bname\b|auftraggeber|zahlungspflichtig|pengirim|\bnama\b|emetteur|remetente|پرداخت/,
} as const;

/** What the columns of a statement mean, by the words of its header and by what stands below. */
export function proposeMapping(header: Row, rows: readonly Row[]): ProposedMapping {
  const names = header.map(plainText);
  const find = (word: keyof typeof COLUMN_WORDS) => placeOf(names, (name) => COLUMN_WORDS[word].test(name));
  const valuesOf = (column: number) => rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
  const findByValue = (is: (cell: string) => boolean) =>
    placeOf(names, (_, column) => valuesOf(column).length > 0 && valuesOf(column).every(is));
  const direction = find('direction');
  const isOther = (name: string, column: number) => column !== direction && COLUMN_WORDS.credit.test(name);
  const date = find('date') ?? findByValue(isDate);
  const amount = placeOf(names, isOther) ?? find('amount') ?? findByValue((cell) => isAmount(cell) && !isDate(cell));
  const payer = find('payer');
  const texts = names.flatMap((name, column) => (COLUMN_WORDS.text.test(name) && column !== payer ? [column] : []));
  const decimal = amount === null ? '.' : decimalSignOf(valuesOf(amount));
  return { date, amount, direction, texts, payer, decimal, dates: date === null ? 'dmy' : dateOrderOf(valuesOf(date)) };
}

function placeOf(names: Row, is: (name: string, column: number) => boolean): number | null {
  const place = names.findIndex(is);
  return place === -1 ? null : place;
}

function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** The money of a row that came in, or why there is none. */
export function readStatementRow(row: Row, mapping: StatementMapping): StatementEntry | UnreadRow {
  const cell = (column: number | null) => (column === null ? '' : (row[column] ?? '').trim());
  const written = cell(mapping.amount);
  const amount = parseAmount(written, mapping.decimal);
  if (written !== '' && amount === undefined) return { problem: 'amount' };
  const day = parseDay(cell(mapping.date), mapping.dates);
  if (day === undefined) return { problem: 'date' };
  if (amount === undefined || amount <= 0 || isOutgoing(cell(mapping.direction))) return { problem: 'outgoing' };
  const texts = mapping.texts.map(cell).filter(Boolean);
  return { day, amount, text: oneLine(texts.join(' · ')), payer: oneLine(cell(mapping.payer)) };
}

/** DR, Debit, D; Soll, S. */
function isOutgoing(text: string): boolean {
  return /^(d|s)/i.test(text);
}

const MAX_TEXT = 500;

function oneLine(text: string): string {
  return text
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT);
}

const AMOUNT = /^([(+−-]?)(?:RM|MYR)?([+−-]?)(\d[\d.,'’]*)(\)|[−-]|CR|DR|C|D|H|S)?(?:RM|MYR)?$/i;

/** A written amount in sen, below zero where it went out: `1,234.50`, `RM 1.234,50`, `12.00 DR`, `(12.00)`. */
export function parseAmount(text: string, decimal: DecimalSign): Sen | undefined {
  const [, before = '', sign = '', digits = '', after = ''] =
    AMOUNT.exec(text.normalize('NFKC').replace(/\s/g, '')) ?? [];
  const parts = digits.replace(/['’]/g, '').split(decimal);
  const [whole = '', fraction = ''] = parts;
  const isGrouped = /^(\d+|\d{1,3}([.,]\d{3})+)$/.test(whole) && /^\d{0,2}$/.test(fraction);
  const plain = whole.replace(/[.,]/g, '');
  if (parts.length > 2 || !isGrouped || plain.length > 11) return undefined;
  const sen = Number(plain) * 100 + Number(fraction.padEnd(2, '0'));
  const isNegative = /[(−-]/.test(before + sign) || /^([−-]|DR?|S)$/i.test(after);
  return isNegative ? 0 - sen : sen;
}

const isAmount = (text: string) => DECIMAL_SIGNS.some((sign) => parseAmount(text, sign) !== undefined);

/** The sign before sen: the one that some amount has before its last digit or two. */
function decimalSignOf(amounts: readonly string[]): DecimalSign {
  const signs = amounts.map((text) => /([.,])\d{1,2}\D*$/.exec(text.trim())?.[1]);
  return signs.includes(',') && !signs.includes('.') ? ',' : '.';
}

/** The months of the languages above by their first letters; in Malay March is Mac, August Ogos, December Disember. */
const MONTHS = ['jan', 'f[eé]', 'm[aä]r|mac', 'a[pbv]r', 'ma[yi]|mei', 'jun|juin', 'jul|juil', 'aug|ago|ogo|aou|aoû']
  .concat(['se[pt]', 'o[ckut]', 'nov', 'de[czs]|dis|déc'])
  .map((pattern) => new RegExp(`^(${pattern})`, 'i'));

/** A written day as `2026-11-24`; a time behind it is left out. */
export function parseDay(text: string, order: DateOrder): string | undefined {
  const [, one = '', two = '', three = ''] =
    /^(\d{4})(\d{2})(\d{2})$/.exec(order === 'ymd' ? text : '') ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(order === 'ymd' ? '' : text) ??
    /^(\d{1,4})[-/. ](\d{1,2}|\p{L}{3,}\.?)[-/., ]+(\d{1,4})(?:[ T,].*)?$/u.exec(text) ??
    [];
  const month = MONTHS.findIndex((name) => name.test(two)) + 1;
  if (/\p{L}/u.test(two)) return calendarDay(three, month, one);
  if (order === 'ymd' || one.length === 4) return calendarDay(one, Number(two), three);
  return order === 'mdy' ? calendarDay(three, Number(one), two) : calendarDay(three, Number(two), one);
}

function calendarDay(year: string, month: number, day: string): string | undefined {
  if (year.length !== 4 && year.length !== 2) return undefined;
  const written = `${year.padStart(4, '20')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return new Date(written).toJSON()?.startsWith(written) ? written : undefined;
}

const isDate = (text: string) => DATE_ORDERS.some((order) => parseDay(text.trim(), order) !== undefined);

/** The first order that reads every day; Malaysia's, where several do. */
function dateOrderOf(days: readonly string[]): DateOrder {
  return DATE_ORDERS.find((order) => days.every((day) => parseDay(day.trim(), order) !== undefined)) ?? 'dmy';
}
