import type { DeliveryReason } from '#domain/explain.ts';
import type { Locale } from '#domain/locale.ts';
import { formatSen } from '#domain/money.ts';
import { reasonValues } from '#domain/reason-values.ts';
import type { Sum } from '#domain/sums.ts';
import { words } from '../words.ts';
import { SOFT, type Cell, type Sheet } from './sheet.ts';

type Summed = { sums: readonly Sum[]; delivery: DeliveryReason | undefined };

/** What the books cost together, what lessens it, delivery and why, and what is payable; all on one page. */
export function writeSums(sheet: Sheet, { sums, delivery }: Summed, locale: Locale): void {
  const t = words(locale);
  sheet.rule();
  const rows = sums.map((sum) => sumRow(sum, locale));
  const payable = rows.pop()!;
  const why = delivery && t(`common.reasons.${delivery.code}`, reasonValues(delivery));
  const note: Cell[][] = why ? [[{ text: why, from: 0, to: 0.76, size: 8.5, ink: SOFT }]] : [];
  sheet.together([...rows, ...note, payable]);
}

function sumRow({ label, amount, code = '' }: Sum, locale: Locale): Cell[] {
  const t = words(locale);
  const isFree = label === 'shipping' && amount === 0;
  const style = label === 'payable' ? { size: 12.5, isBold: true } : { size: 10.5 };
  return [
    { ...style, text: t(`common.sums.${label}`, { code }), from: 0, to: 0.6 },
    isFree
      ? { ...style, text: t('common.sums.free'), from: 0.62, to: 1, isAtEnd: true }
      : { ...style, text: formatSen(amount), from: 0.62, to: 1, isAtEnd: true, reading: 'ltr' },
  ];
}
