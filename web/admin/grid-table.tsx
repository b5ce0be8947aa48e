import { memo, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { showToast } from '../customer/shell/toasts.tsx';
import { ForeignText } from '../ui/text.tsx';
import { More, Space, useMoreNearTheEnd, useVisibleRows, type ListQuery } from './data-table.tsx';
import {
  cellText,
  GRID_COLUMNS,
  isEditable,
  pastedCells,
  readEdit,
  shownText,
  type CellChange,
  type Faults,
  type GridColumn,
  type GridEdits,
  type GridRow,
} from './grid-edits.ts';

type TableProps = { list: ListQuery<GridRow>; grid: GridEdits };

/** Formats with cells to type in; keys and pasted rows go from cell to cell as in a spreadsheet. */
export function GridTable({ list, grid: { edits, type } }: TableProps) {
  const t = useTranslations('adminCatalogue');
  const header = useColumnNames();
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = list.data ?? [];
  const { items, before, after, measure } = useVisibleRows(rows, body);
  useMoreNearTheEnd(list, items.at(-1)?.index ?? 0);
  const paste = (index: number, column: GridColumn, text: string) => {
    const { changes, left } = pastedCells(rows, { index, column }, text);
    type(changes);
    if (left > 0) showToast({ kind: 'danger', text: t('grid.noPlace', { count: left }) });
  };
  return (
    <>
      <div className="admin-table is-unselectable catalogue-grid">
        <table aria-label={t('grid.title')} aria-rowcount={list.hasNextPage ? -1 : rows.length + 1}>
          <thead>
            <tr>
              <th scope="col">{t('list.name')}</th>
              {GRID_COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {header[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            <Space blockSize={before} />
            {items.map(({ index }) => {
              const row = rows[index]!;
              const edit = edits[row.id];
              return (
                <tr key={row.id} ref={measure} data-index={index} aria-rowindex={index + 2}>
                  <Name row={row} />
                  {GRID_COLUMNS.map((column) => (
                    <td key={column}>
                      <Cell
                        row={row}
                        index={index}
                        column={column}
                        text={cellText(edits, row, column)}
                        fault={edit && readEdit(edit).faults[column]}
                        isChanged={edit?.cells[column] !== undefined}
                        onType={type}
                        onPaste={paste}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
            <Space blockSize={after} />
          </tbody>
        </table>
      </div>
      <More list={list} />
    </>
  );
}

function useColumnNames(): Record<GridColumn, string> {
  const t = useTranslations('adminCatalogue');
  return { list_price: t('title.listPrice'), member_price: t('title.memberPrice'), stock: t('list.stock') };
}

function Name({ row: { titleId, title, language, format, isbn, is_listed: isListed } }: { row: GridRow }) {
  const t = useTranslations('adminCatalogue.list');
  const names = useTranslations('common.formats');
  return (
    <td>
      <Link to={`/catalogue/${titleId}`}>
        <ForeignText text={title} language={language} />
      </Link>
      <small>
        {names(format)} <bdi>{isbn}</bdi>
        {!isListed && <span className="order-state">{t('withdrawn')}</span>}
      </small>
    </td>
  );
}

type CellProps = {
  row: GridRow;
  index: number;
  column: GridColumn;
  text: string;
  fault: Faults[GridColumn];
  isChanged: boolean;
  onType: (changes: CellChange[]) => void;
  onPaste: (index: number, column: GridColumn, text: string) => void;
};

const Cell = memo(CellInput, (before, after) => {
  const parts = ['row', 'index', 'text', 'fault', 'isChanged'] as const;
  return parts.every((part) => before[part] === after[part]) && before.onPaste === after.onPaste;
});

function CellInput({ row, index, column, text, fault, isChanged, onType, onPaste }: CellProps) {
  const t = useTranslations('adminCatalogue');
  const names = useTranslations('common.formats');
  const label = useColumnNames()[column];
  const set = (value: string) => onType([{ row, column, text: value }]);
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(pasted.trimEnd())) return;
    event.preventDefault();
    onPaste(index, column, pasted);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      const input = event.currentTarget;
      set(shownText(row, column));
      queueMicrotask(() => input.select());
    }
    const step = stepOf(event);
    if (!step) return;
    event.preventDefault();
    focusCell(event.currentTarget, index + step.rows, GRID_COLUMNS[GRID_COLUMNS.indexOf(column) + step.columns]);
  };
  return (
    <>
      <input
        type="text"
        inputMode={column === 'stock' ? 'numeric' : 'decimal'}
        dir="ltr"
        autoComplete="off"
        aria-label={t('grid.cell', { column: label, title: row.title, format: names(row.format) })}
        aria-invalid={fault !== undefined}
        title={fault && t(`prices.reasons.${fault}`)}
        className={isChanged ? 'is-changed' : undefined}
        data-column={column}
        disabled={!isEditable(row)}
        value={text}
        onChange={({ target }) => set(target.value)}
        onFocus={({ target }) => target.select()}
        onKeyDown={press}
        onPaste={paste}
      />
      {fault && (
        <small className="field-error" role="alert">
          {t(`prices.reasons.${fault}`)}
        </small>
      )}
    </>
  );
}

/** Where a key leads; sideways only while the whole cell is selected, else the caret moves. */
function stepOf({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd, value } = currentTarget;
  if (key === 'ArrowDown' || (key === 'Enter' && !shiftKey)) return { rows: 1, columns: 0 };
  if (key === 'ArrowUp' || key === 'Enter') return { rows: -1, columns: 0 };
  if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || selectionStart !== 0 || selectionEnd !== value.length)
    return undefined;
  const isForward = (key === 'ArrowRight') === (document.documentElement.dir !== 'rtl');
  return { rows: 0, columns: isForward ? 1 : -1 };
}

function focusCell(from: HTMLElement, index: number, column: GridColumn | undefined): void {
  from
    .closest('tbody')!
    .querySelector<HTMLInputElement>(`tr[data-index='${index}'] input[data-column='${column}']`)
    ?.focus();
}
