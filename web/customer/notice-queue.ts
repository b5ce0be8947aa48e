export type Notice = { title?: string; text: string; kind?: 'good' | 'danger' | 'warning'; milliseconds?: number };
/** A notice as it stands on the page. */
export type ShownNotice = Required<Omit<Notice, 'title'>> & { id: number; title: string | undefined };

const DEFAULT_MS = 5000;

const listeners = new Set<() => void>();
let shown: readonly ShownNotice[] = [];
let count = 0;

/** The notices that stand on the page, the oldest first; the same array until it changes. */
export function shownNotices(): readonly ShownNotice[] {
  return shown;
}

export function onNotices(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Shows a message for a while (5 seconds unless said otherwise). */
export function notify({ title, text, kind = 'good', milliseconds = DEFAULT_MS }: Notice): void {
  change([...shown, { id: ++count, title, text, kind, milliseconds }]);
}

export function dismiss(id: number): void {
  change(shown.filter((notice) => notice.id !== id));
}

function change(next: readonly ShownNotice[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
