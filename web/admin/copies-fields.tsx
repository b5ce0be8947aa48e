import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatCount } from '#domain/locale.ts';
import { useReaderLocale } from '../ui/text.tsx';

type Line = { id: string; title: string; qty: number };

/** How many copies of each line are chosen: all of them at first. */
export function useCopies(lines: readonly Line[]) {
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const qtyOf = ({ id, qty }: Line) => Math.min(chosen[id] ?? qty, qty);
  const items = lines.map((line) => ({ id: line.id, qty: qtyOf(line) })).filter(({ qty }) => qty > 0);
  const isAll = lines.every((line) => qtyOf(line) === line.qty);
  return {
    qtyOf,
    set: (id: string, qty: number) => setChosen((before) => ({ ...before, [id]: qty })),
    items,
    isNone: items.length === 0,
    /** For a request: nothing where all of them are chosen. */
    body: isAll ? {} : { items },
  };
}

type CopiesFieldsProps = { lines: readonly Line[]; copies: ReturnType<typeof useCopies> };

/** Asks of how many copies of each line a decision is. */
export function CopiesFields({ lines, copies }: CopiesFieldsProps) {
  const t = useTranslations('admin.copies');
  const locale = useReaderLocale();
  return (
    <fieldset className="admin-copies">
      <legend>{t('legend')}</legend>
      {lines.map((line) => (
        <label key={line.id}>
          <input
            type="number"
            inputMode="numeric"
            min={0}
            max={line.qty}
            value={copies.qtyOf(line)}
            onChange={({ target }) => copies.set(line.id, Math.max(0, Math.trunc(Number(target.value))))}
          />{' '}
          {t('ofCount', { count: formatCount(line.qty, locale) })} × <bdi>{line.title}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
