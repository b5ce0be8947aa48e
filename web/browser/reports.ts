import type { BrowserArea, BrowserReport } from '#contract/browser-reports.ts';
import type { ADMIN_AREA, CUSTOMER_AREA } from '#contract/pages.ts';
import { currentPage, sendReports } from './send-reports.ts';

const AREAS: Record<typeof CUSTOMER_AREA | typeof ADMIN_AREA, BrowserArea> = {
  '/customer': 'customer',
  '/admin': 'back-office',
};
/** The area of this page. */
export const AREA = AREAS[location.pathname.replace(/(?<=.)\/.*/, '') as keyof typeof AREAS] ?? 'shop';

/** Reports of a page beyond these are lost: a script that fails for ever reports no more than others. */
const MOST = 20;
const DELAY_MS = 2000;
const LONGEST = { message: 500, stack: 4000 };

type ErrorKind = Extract<BrowserReport, { type: 'error' }>['kind'];
let left = MOST;
let waiting: BrowserReport[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends an error with the next batch: an event of the window, or an error that a page or a loader met. */
export function report(failure: unknown): void {
  const { kind, error } = classify(failure);
  const { message = String(error), stack = '' } = Object(error) as Partial<Error>;
  const texts = { message: message.slice(0, LONGEST.message), stack: stack.slice(0, LONGEST.stack) };
  addReport({ type: 'error', kind, page: currentPage(AREA), ...texts });
}

/** How browsers name a script that does not come, and we one that takes too long. */
const MISSING_SCRIPT = /dynamically imported|module script|took too long|preload CSS/i;

function classify(failure: unknown): { kind: ErrorKind; error: unknown } {
  if (failure instanceof PromiseRejectionEvent) return { kind: 'rejection', error: failure.reason };
  if (failure instanceof ErrorEvent) return { kind: 'error', error: failure.error ?? failure.message };
  const { message, cause } = Object(failure) as Partial<Error>;
  const isScript = [message, (cause as Error | undefined)?.message].some((text) => MISSING_SCRIPT.test(text ?? ''));
  return { kind: isScript ? 'chunk' : 'render', error: failure };
}

/** Sends a report with the next batch. */
export function addReport(added: BrowserReport): void {
  if (left === 0) return;
  left -= 1;
  waiting.push(added);
  // The library says its last values while the page is being hidden: then nothing waits.
  if (document.visibilityState === 'hidden') queueMicrotask(send);
  else timer ??= setTimeout(send, DELAY_MS);
}

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.length === 0) return;
  sendReports(AREA, waiting);
  waiting = [];
}

addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
addEventListener('pagehide', send);
