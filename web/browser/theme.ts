import { readStored, store } from './storage.ts';

const listeners = new Set<() => void>();

export type Theme = 'light' | 'dark' | 'system';

/** The theme that was chosen; light by default. */
export function chosenTheme(): Theme {
  const stored = readStored('theme');
  return stored === 'dark' || stored === 'system' ? stored : 'light';
}

/** Whether the page is dark now. */
export function isDark(theme: Theme = chosenTheme()): boolean {
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

export function chooseTheme(theme: Theme): void {
  store('theme', theme);
  showTheme();
  for (const listener of listeners) listener();
}

/** Calls back when the theme is chosen on this page. */
export function onThemeChange(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Marks the document; the style sheet does the rest. */
export function showTheme(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
}
