import { useEffectEvent, useLayoutEffect } from 'react';

export type Panel = 'search' | 'shortcuts';

/** One that is on its way out takes no keys any more. */
const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog]):not([data-closed])';

let hasSingleKeys = true;

/** Whether `/` and `?` act (WCAG 2.1.4 asks for a way to turn them off); kept while this document lives. */
export function singleKeysAct(): boolean {
  return hasSingleKeys;
}

export function letSingleKeysAct(doAct: boolean): void {
  hasSingleKeys = doAct;
}

/**
 * Opens a panel by its key: Ctrl or ⌘ with K and `/` search, `?` shows the keys. Not while another dialog is open. It
 * listens before the page is painted: what is seen takes its keys.
 */
export function useShortcuts(open: (panel: Panel) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const panel = panelOf(event);
    if (!panel || event.defaultPrevented || document.querySelector(OPEN_DIALOG)) return;
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
  if (hasControl || altKey || !hasSingleKeys || isTyping(event.target)) return undefined;
  if (key === '/') return 'search';
  return key === '?' || key === '؟' ? 'shortcuts' : undefined;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
