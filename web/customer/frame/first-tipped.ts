import { useEffect, useState } from 'react';

/** What has words of its own that show as a tip. */
const TIPPED = '[data-tip], button.tool[aria-label], a.tool[aria-label], [data-narrow] .side .menu-link';

/** The element of an event that has a tip. */
export function tippedOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(TIPPED) : null;
}

/** The first element with a tip that somebody points at or comes to: tips are not needed before. */
export function useFirstTipped(): HTMLElement | null {
  const [first, setFirst] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    const look = ({ target }: Event) => {
      const tipped = tippedOf(target);
      if (!tipped) return;
      setFirst(tipped);
      ending.abort();
    };
    for (const name of ['pointerover', 'focusin'] as const)
      document.addEventListener(name, look, { signal: ending.signal });
    return () => ending.abort();
  }, []);
  return first;
}
