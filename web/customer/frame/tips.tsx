import { Tooltip } from '@base-ui/react/tooltip';
import { useEffect, useRef, useState } from 'react';
import { tippedOf } from './first-tipped.ts';

const POINTER_DELAY = 400;

/** What a button with a picture only does, in words: above it, for pointer and keyboard; Escape takes it away. */
export function Tips({ first }: { first: HTMLElement }) {
  const [target, setTarget] = useState(() => (first.matches(':hover, :focus-visible') ? first : null));
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => watch(setTarget, popup), []);
  return (
    <Tooltip.Root open={target !== null} onOpenChange={(open) => !open && setTarget(null)}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={target} side="top" sideOffset={6} collisionPadding={8} className="tip-room">
          <Tooltip.Popup ref={popup} className="tip" aria-hidden="true" data-tip-popup="">
            {target && wordsOf(target)}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

function wordsOf(element: HTMLElement): string {
  const { tip } = element.dataset;
  return tip ?? element.getAttribute('aria-label') ?? element.querySelector('.menu-word')?.textContent ?? '';
}

type Show = (target: HTMLElement | null) => void;

function watch(show: Show, popup: { current: HTMLElement | null }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ending = new AbortController();
  const on = <Name extends keyof DocumentEventMap>(name: Name, act: (event: DocumentEventMap[Name]) => void) =>
    document.addEventListener(name, act, { signal: ending.signal });
  const hide = () => {
    clearTimeout(timer);
    show(null);
  };
  on('pointerover', ({ target, pointerType }) => {
    if (pointerType !== 'mouse' || popup.current?.contains(target as Node)) return;
    const tipped = tippedOf(target);
    clearTimeout(timer);
    if (tipped) timer = setTimeout(() => show(tipped), POINTER_DELAY);
    else show(null);
  });
  on('focusin', ({ target }) => {
    const tipped = tippedOf(target);
    if (tipped?.matches(':focus-visible')) show(tipped);
  });
  on('focusout', hide);
  on('pointerdown', hide);
  on('keydown', ({ key }) => key === 'Escape' && hide());
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}
