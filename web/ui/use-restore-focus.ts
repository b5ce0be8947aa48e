import { useEffect, useRef, type SyntheticEvent } from 'react';

/**
 * Keeps the focus where what was acted on goes away: it moves to the element of this id, or where that is gone too to
 * the heading. The returned props belong on the element around what may be removed; its dialogs count as well.
 */
export function useRestoreFocus(id: string) {
  const held = useRef<Element>(null);
  useEffect(() => {
    const keep = () => {
      if (held.current?.isConnected !== false || document.activeElement !== document.body) return;
      held.current = null;
      moveFocus(document.getElementById(id) ?? heading());
    };
    keep();
    return keep;
  });
  const hold = ({ target }: SyntheticEvent) => {
    held.current = target as Element;
  };
  const release = () => {
    held.current = null;
  };
  // Safari does not focus a pressed button, so a press counts like focus. React reports no blur of a removed element.
  return { onFocus: hold, onClick: hold, onBlur: release };
}

/** Of the dialog in front, else of the page. */
function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>(':modal h2') ?? document.querySelector<HTMLElement>('main h1');
}

function moveFocus(to: HTMLElement | null): void {
  if (!to) return;
  if (to.tabIndex < 0) to.tabIndex = -1;
  to.focus({ preventScroll: true });
}
