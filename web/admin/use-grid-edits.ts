import { useEffect, useReducer } from 'react';
import type { PriceChange } from '#contract/admin-catalogue.ts';
import { readDraft, saveDraft } from '../forms/drafts.ts';
import { overOffers, withCells, withoutSaved, type CellChange, type Edits } from './grid-edits.ts';

type State = { edits: Edits; past: readonly Edits[]; last: string };
export type GridAction =
  | { do: 'type'; changes: readonly CellChange[] }
  | { do: 'undo' }
  | { do: 'discard' }
  | { do: 'saved'; edits: Edits }
  | { do: 'changed_meanwhile'; offers: ReadonlyMap<string, PriceChange['before']> };

const MAX_UNDONE = 100;

/** What was saved, or changed by somebody else, is nothing to go back before. */
function reduce(state: State, action: GridAction): State {
  const { edits, past } = state;
  if (action.do === 'type') return typed(state, action.changes);
  if (action.do === 'undo') return { edits: past.at(-1) ?? edits, past: past.slice(0, -1), last: '' };
  if (action.do === 'discard') return { edits: {}, past: [], last: '' };
  const next = action.do === 'saved' ? withoutSaved(edits, action.edits) : overOffers(edits, action.offers);
  return { edits: next, past: [], last: '' };
}

/** Typing on in one cell is one step to undo. */
function typed({ edits, past, last }: State, changes: readonly CellChange[]): State {
  const [first, ...more] = changes;
  const cell = first && more.length === 0 ? `${first.row.id} ${first.column}` : '';
  const isSameCell = cell !== '' && cell === last;
  return {
    edits: withCells(edits, changes),
    past: isSameCell ? past : [...past.slice(1 - MAX_UNDONE), edits],
    last: cell,
  };
}

const DRAFT = 'grid';

/** Edits that a reload keeps, until they are saved or discarded. */
export function useGridEdits() {
  const [{ edits, past }, dispatch] = useReducer(reduce, undefined, () => ({
    edits: draftEdits(),
    past: [],
    last: '',
  }));
  useEffect(() => saveDraft(DRAFT, Object.keys(edits).length === 0 ? '' : JSON.stringify(edits)), [edits]);
  return { edits, canUndo: past.length > 0, dispatch };
}
export type GridEdits = ReturnType<typeof useGridEdits>;

function draftEdits(): Edits {
  try {
    return JSON.parse(readDraft(DRAFT) || '{}') as Edits;
  } catch {
    return {};
  }
}
