import type { BrowserArea, BrowserReport } from '#contract/browser-reports.ts';
import type { OTHER_ROUTES } from '#contract/routes.ts';

type Address = (typeof OTHER_ROUTES)['reportFromBrowser'] extends `POST ${infer Path}` ? Path : never;
const ADDRESS: Address = '/api/browser-reports';

/** The first part of this page's path below its area or language: no id, no token. */
export function currentPage(area: BrowserArea): string {
  const [, first, second = ''] = location.pathname.split('/');
  const page = area !== 'shop' || first === document.documentElement.lang ? second : first!;
  return /^[a-z-]{0,40}$/.test(page) ? page : 'other';
}

/** Sends a batch, also from a page that is being left. */
export function sendReports(area: BrowserArea, reports: readonly BrowserReport[]): void {
  navigator.sendBeacon(ADDRESS, new Blob([JSON.stringify({ area, reports })], { type: 'application/json' }));
}
