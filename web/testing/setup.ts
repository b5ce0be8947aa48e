import { act, cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/* Before each file of component tests: what is shown, kept or faked by a test goes with it. */

/** Longer than any test takes on a busy machine, and never waited for where it passes. */
configure({ asyncUtilTimeout: 10_000 });

/** What this document's selects lack: without it react-hook-form takes each for one that was changed before it was ready. */
Object.defineProperty(HTMLSelectElement.prototype, 'size', { configurable: true, value: 0 });

/** Properties that this document does not reflect as browsers do. */
const ARIA = {
  ariaExpanded: 'aria-expanded',
  ariaLabel: 'aria-label',
  ariaPressed: 'aria-pressed',
  ariaSelected: 'aria-selected',
};
for (const [property, attribute] of Object.entries(ARIA))
  Object.defineProperty(Element.prototype, property, {
    configurable: true,
    get(this: Element) {
      return this.getAttribute(attribute);
    },
    set(this: Element, value: string) {
      this.setAttribute(attribute, value);
    },
  });

/** What a component still asks after its test goes nowhere. */
globalThis.fetch = () => Promise.reject(new TypeError('No test answers.'));

afterEach(() => {
  act(() => document.querySelectorAll<HTMLElement>('.toasts .tool').forEach((close) => close.click()));
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});
