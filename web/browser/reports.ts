import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import type { BrowserReport } from '#contract/browser-reports.ts';
import { ADMIN_AREA } from '#contract/pages.ts';
import type { OTHER_ROUTES } from '#contract/routes.ts';
import { traceRequests } from './trace-requests.ts';

const [, ADDRESS] = ('POST /api/browser-reports' satisfies (typeof OTHER_ROUTES)['reportFromBrowser']).split(' ');
/** Reports of a page beyond these are lost: a script that fails for ever reports no more than others. */
const MOST = 20;
const DELAY_MS = 2000;
const LONGEST = { message: 500, stack: 4000 };

type ErrorKind = Extract<BrowserReport, { type: 'error' }>['kind'];
let left = MOST;
let waiting: BrowserReport[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** The first part of the path below the area: no id, no token. */
function currentPage(): string {
  const [, , page = ''] = location.pathname.split('/');
  return /^[a-z-]{0,40}$/.test(page) ? page : '';
}

/** Sends what failed, if anything did, with the next batch: an event of the window, or an error that a page or a loader met. */
export function report(failure: unknown): void {
  if (failure !== undefined) add(describe(failure));
}

function describe(failure: unknown): BrowserReport {
  const { kind, error } = classify(failure);
  const { message = String(error), stack = '' } = Object(error) as Partial<Error>;
  const texts = { message: message.slice(0, LONGEST.message), stack: stack.slice(0, LONGEST.stack) };
  return { type: 'error', kind, page: currentPage(), ...texts };
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

function add(added: BrowserReport): void {
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
  const area = location.pathname.startsWith(ADMIN_AREA) ? 'back-office' : 'customer';
  const reports = JSON.stringify({ area, reports: waiting });
  waiting = [];
  navigator.sendBeacon(ADDRESS!, new Blob([reports], { type: 'application/json' }));
}

traceRequests();
const opened = currentPage();
for (const observe of [onLCP, onINP, onCLS, onTTFB])
  observe(({ name, value }) => add({ type: 'vital', name: name as 'LCP', value, page: opened }));
addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
addEventListener('pagehide', send);
