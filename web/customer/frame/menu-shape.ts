/* How the menu is folded: kept while this document lives, and nowhere else. */

const listeners = new Set<() => void>();
let closed: ReadonlySet<string> = new Set();
let narrow = false;

/** The names of the folded parts; the same set until one changes. */
export function closedGroups(): ReadonlySet<string> {
  return closed;
}

/** Whether the side bar shows pictures only. */
export function isNarrow(): boolean {
  return narrow;
}

export function toggleGroup(name: string): void {
  const next = new Set(closed);
  if (!next.delete(name)) next.add(name);
  closed = next;
  tell();
}

export function toggleNarrow(): void {
  narrow = !narrow;
  tell();
}

/** Calls back when the menu is folded otherwise. */
export function onMenuShape(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

function tell(): void {
  for (const listener of listeners) listener();
}
