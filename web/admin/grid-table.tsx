import { memo, useCallback, useRef, type Dispatch, type ClipboardEvent, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { showToast } from '../customer/shell/toasts.tsx';
import { ForeignText } from '../ui/text.tsx';
import {
  cellText,
  GRID_COLUMNS,
  isEditable,
  pastedCells,
  readEdit,
  shownText,
  type Edits,
  type Faults,
  type GridColumn,
  type GridRow,
} from './grid-edits.ts';
import { LongTable, type ListQuery } from './long-table.tsx';
import type { GridAction, GridEdits } from './use-grid-edits.ts';

const NO_ROWS: never[] = [];

type TableProps = { list: ListQuery<GridRow>; grid: GridEdits };

/** Formats with cells to type in; keys and pasted rows go from cell to cell as in a spreadsheet. */
export function GridTable({ list, grid: { edits, dispatch } }: TableProps) {
  const t = useTranslations('adminCatalogue');
  const header = useColumnNames();
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = list.data ?? NO_ROWS;
  const paste = useCallback(
    (index: number, column: GridColumn, text: string) => {
      const { changes, left } = pastedCells(rows, { index, column }, text);
      dispatch({ do: 'type', changes });
      if (left > 0) showToast({ kind: 'danger', text: t('grid.noPlace', { count: left }) });
    },
    [rows, dispatch, t],
  );
  return (
    <LongTable
      label={t('grid.title')}
      list={list}
      rows={rows}
      body={body}
      className="is-unselectable catalogue-grid"
      head={
        <>
          <th scope="col">{t('list.name')}</th>
          {GRID_COLUMNS.map((column) => (
            <th key={column} scope="col">
              {header[column]}
            </th>
          ))}
        </>
      }
    >
      {(row, index) => <Cells row={row} index={index} edits={edits} dispatch={dispatch} onPaste={paste} />}
    </LongTable>
  );
}

type CellsProps = Pick<CellProps, 'row' | 'index' | 'dispatch' | 'onPaste'> & { edits: Edits };

function Cells({ row, edits, ...props }: CellsProps) {
  const edit = edits[row.id];
  const faults = edit ? readEdit(edit).faults : {};
  const names = useColumnNames();
  return (
    <>
      <Name row={row} />
      {GRID_COLUMNS.map((column) => (
        <td key={column} data-name={names[column]}>
          <Cell
            {...props}
            row={row}
            column={column}
            text={cellText(edits, row, column)}
            fault={faults[column]}
            isChanged={edit?.cells[column] !== undefined}
          />
        </td>
      ))}
    </>
  );
}

export function useColumnNames(): Record<GridColumn, string> {
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
  dispatch: Dispatch<GridAction>;
  onPaste: (index: number, column: GridColumn, text: string) => void;
};

const Cell = memo(CellInput);

function CellInput({ row, index, column, text, fault, isChanged, dispatch, onPaste }: CellProps) {
  const t = useTranslations('adminCatalogue');
  const names = useTranslations('common.formats');
  const label = useColumnNames()[column];
  const set = (value: string) => dispatch({ do: 'type', changes: [{ row, column, text: value }] });
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(pasted.trimEnd())) return;
    event.preventDefault();
    onPaste(index, column, pasted);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isUndo(event)) {
      event.preventDefault();
      dispatch({ do: 'undo' });
    }
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

/** By the letter, or by the place of the key where it has a letter of another script. */
function isUndo({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isZ = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'z' : code === 'KeyZ';
  return isZ && (ctrlKey || metaKey) && !altKey && !shiftKey;
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
