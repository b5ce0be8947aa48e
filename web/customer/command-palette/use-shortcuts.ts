import { useEffectEvent, useLayoutEffect } from 'react';

export type Panel = 'search' | 'shortcuts';

/** A closing dialog takes no keys. */
const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog]):not([data-closed])';

export function isDialogOpen(): boolean {
  return document.querySelector(OPEN_DIALOG) !== null;
}

let singleKeysEnabled = true;

/** Whether `/` and `?` are enabled (WCAG 2.1.4 requires a way to turn them off), until the document is unloaded. */
export function areSingleKeysEnabled(): boolean {
  return singleKeysEnabled;
}

export function setSingleKeysEnabled(isEnabled: boolean): void {
  singleKeysEnabled = isEnabled;
}

/**
 * Opens a panel by its shortcut: Ctrl or ⌘ with K and `/` for the search, `?` for the list of shortcuts. Not while a
 * dialog is open. It listens before the page is painted, so that no key press is lost.
 */
export function useShortcuts(open: (panel: Panel) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const panel = panelOf(event);
    if (!panel || event.defaultPrevented || isDialogOpen()) return;
    event.preventDefault();
    open(panel);
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function panelOf(event: KeyboardEvent): Panel | undefined {
  const { key, code, altKey, shiftKey } = event;
  const hasControl = event.ctrlKey || event.metaKey;
  if (hasControl && !altKey && !shiftKey && (key.toLowerCase() === 'k' || code === 'KeyK')) return 'search';
  if (hasControl || altKey || !singleKeysEnabled || isTyping(event.target)) return undefined;
  if (key === '/') return 'search';
  return isHelpKey(event) ? 'shortcuts' : undefined;
}

/** `?`, as the Persian keyboard writes it too. */
export function isHelpKey({ key }: KeyboardEvent): boolean {
  return key === '?' || key === '؟';
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isTicked = target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type);
  return target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !isTicked);
}
