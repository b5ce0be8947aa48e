import { setImmediate } from 'node:timers/promises';
import type { Order } from '#contract/orders.ts';
import type { Explanation, LineReason } from '#domain/explain.ts';
import type { Locale } from '#domain/locale.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { reasonValues } from '#domain/reason-values.ts';
import { words } from '../words.ts';
import { SOFT, type Cell, type Sheet } from './sheet.ts';

type Line = Order['lines'][number];
type Told = { locale: Locale; explanation: Explanation | undefined };

const SMALL = 8.5;

/** The books: title, format, ISBN, copies, what they cost, and why. Lets other work in between line and line. */
export async function writeLines(sheet: Sheet, lines: readonly Line[], { locale, explanation }: Told): Promise<void> {
  const t = words(locale);
  const head = { size: SMALL, ink: SOFT };
  sheet.row([
    { ...head, text: t('server.receipt.books'), from: 0, to: 0.6 },
    { ...head, text: t('server.receipt.copies'), from: 0.62, to: 0.76, isAtEnd: true },
    { ...head, text: t('server.receipt.amount'), from: 0.78, to: 1, isAtEnd: true },
  ]);
  sheet.space(2);
  sheet.rule();
  for (const line of lines) {
    const reasons = explanation?.lines.find(({ vid }) => vid === line.variant_id)?.reasons ?? [];
    sheet.together([titleRow(line, locale), factsRow(line, locale), ...reasonRows(reasons, locale)]);
    sheet.space(8);
    await setImmediate();
  }
}

function titleRow(line: Line, locale: Locale): Cell[] {
  const cost = senFromRinggit(line.unit_price) * line.qty - senFromRinggit(line.proDis);
  const qty = new Intl.NumberFormat(locale).format(line.qty);
  return [
    { text: line.title, from: 0, to: 0.6, size: 10.5, reading: 'auto' },
    { text: qty, from: 0.62, to: 0.76, size: 10.5, isAtEnd: true },
    { text: formatSen(cost), from: 0.78, to: 1, size: 10.5, isAtEnd: true, reading: 'ltr' },
  ];
}

function factsRow({ format, isbn }: Line, locale: Locale): Cell[] {
  const t = words(locale);
  const facts = [t(`common.formats.${format}`), ...(isbn ? [t('server.receipt.isbn', { isbn })] : [])];
  return [{ text: facts.join(' · '), from: 0, to: 0.6, size: SMALL, ink: SOFT }];
}

/** Nothing where the list price is all there is to say. */
function reasonRows(reasons: readonly LineReason[], locale: Locale): Cell[][] {
  if (reasons.length < 2) return [];
  const t = words(locale);
  return reasons.map((reason) => [
    {
      text: t(`common.reasons.${reason.code}`, reasonValues(reason)),
      from: 0.03,
      to: 0.6,
      size: SMALL,
      ink: SOFT,
    },
    ...(reason.amount === 0 ? [] : [amountCell(reason.amount)]),
  ]);
}

function amountCell(amount: number): Cell {
  return { text: formatSen(amount), from: 0.62, to: 0.76, size: SMALL, ink: SOFT, isAtEnd: true, reading: 'ltr' };
}
