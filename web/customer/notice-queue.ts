export type Notice = {
  title?: string;
  text: string;
  kind?: 'good' | 'danger' | 'warning';
  milliseconds?: number;
  /** What can be done about it. */
  action?: { label: string; act: () => void };
};
/** A notice as it stands on the page. */
export type ShownNotice = Notice & Required<Pick<Notice, 'kind' | 'milliseconds'>> & { id: number };

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
export function notify(notice: Notice): void {
  change([...shown, { kind: 'good', milliseconds: DEFAULT_MS, ...notice, id: ++count }]);
}

export function dismiss(id: number): void {
  change(shown.filter((notice) => notice.id !== id));
}

function change(next: readonly ShownNotice[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
