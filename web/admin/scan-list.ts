import { useEffect, useRef, useState } from 'react';
import type { StockRow } from '#contract/admin-stock.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { MAX_ENTRY_COPIES, MAX_ENTRY_LINES } from '#domain/stock.ts';
import { sendRequest } from '../browser/api-client.ts';
import { readDraft, saveDraft } from '../forms/drafts.ts';
import { playScanSound } from './scan-sound.ts';

/** A format that was scanned: how many copies, and when last, in milliseconds since 1970. */
export type ScannedLine = Pick<StockRow, 'id' | 'isbn' | 'title' | 'language' | 'format' | 'awaited'> & {
  qty: number;
  at: number;
};

/** What was scanned so far; `isSent` while nobody knows whether it was booked. The words are a reference or a note. */
type ScanDraft = { id: string; lines: readonly ScannedLine[]; words: string; isSent: boolean };

/** What became of the last scan. */
export type ScanResult =
  | { kind: 'taken'; line: ScannedLine }
  | { kind: 'not_isbn' | 'unknown' | 'unreachable' | 'too_many'; text: string };

const newDraft = (): ScanDraft => ({ id: crypto.randomUUID(), lines: [], words: '', isSent: false });

function storedDraft(name: string): ScanDraft {
  try {
    return { ...newDraft(), ...(JSON.parse(readDraft(name) || '{}') as Partial<ScanDraft>) };
  } catch {
    return newDraft();
  }
}

/**
 * Books that are scanned one after the other, the last one first. They survive a reload, and keep the id under which they are
 * booked; one after the other is looked up, however fast they come.
 */
export function useScanList(name: string) {
  const [draft, setDraft] = useState(() => storedDraft(name));
  const [result, setResult] = useState<ScanResult>();
  const queue = useRef(Promise.resolve());
  const known = useRef(new Map(draft.lines.map((line) => [line.isbn, line])));
  useEffect(
    () => saveDraft(name, draft.lines.length + draft.words.length > 0 ? JSON.stringify(draft) : ''),
    [name, draft],
  );
  const change = (changes: Partial<ScanDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const setLines = (lines: readonly ScannedLine[]) => {
    known.current = new Map(lines.map((line) => [line.isbn, line]));
    change({ lines });
  };
  const scan = (text: string) => {
    queue.current = queue.current.then(async () => {
      const scanned = await identify(text, known.current);
      playScanSound(scanned.kind === 'taken');
      setResult(scanned);
      if (scanned.kind !== 'taken') return;
      const { line } = scanned;
      setLines([line, ...[...known.current.values()].filter(({ id }) => id !== line.id)]);
    });
  };
  return {
    ...draft,
    result,
    scan,
    setQty: (id: number, qty: number) =>
      setLines(draft.lines.map((line) => (line.id === id ? { ...line, qty, at: Date.now() } : line))),
    remove: (id: number) => setLines(draft.lines.filter((line) => line.id !== id)),
    setWords: (words: string) => change({ words }),
    setSent: (isSent: boolean) => change({ isSent }),
    clear: () => {
      known.current = new Map();
      setResult(undefined);
      setDraft(newDraft());
    },
  };
}

export type ScanList = ReturnType<typeof useScanList>;

/** The format of a scanned text with one copy more than before. */
async function identify(text: string, known: ReadonlyMap<string | null, ScannedLine>): Promise<ScanResult> {
  const isbn = parseIsbn(text);
  if (isbn === undefined) return { kind: 'not_isbn', text };
  const before = known.get(isbn);
  if (before && before.qty < MAX_ENTRY_COPIES)
    return { kind: 'taken', line: { ...before, qty: before.qty + 1, at: Date.now() } };
  if (before || known.size >= MAX_ENTRY_LINES) return { kind: 'too_many', text: isbn };
  try {
    const { rows } = await sendRequest('listStock', { query: { q: isbn } });
    if (!rows[0]) return { kind: 'unknown', text: isbn };
    const { id, title, language, format, awaited } = rows[0];
    return { kind: 'taken', line: { id, isbn, title, language, format, awaited, qty: 1, at: Date.now() } };
  } catch {
    return { kind: 'unreachable', text: isbn };
  }
}
