import type { BrowserArea } from '#contract/browser-reports.ts';

/** The pages that metrics tell apart, by the first part of their path below the area. */
const PAGE_KINDS: Record<BrowserArea, readonly string[]> = {
  customer: [
    'auth',
    'dashboard',
    'my-orders',
    'my-books',
    'my-address',
    'wish-list',
    'lists',
    'alerts',
    'my-transactions',
    'reviews',
    'checkout',
    'profile',
    'tickets',
  ],
  'back-office': [
    'home',
    'orders',
    'fulfilment',
    'refunds',
    'tickets',
    'customers',
    'returns',
    'claims',
    'reviews',
    'catalogue',
    'transfers',
    'money',
    'coupons',
    'imports',
    'inventory',
    'content',
    'settings',
  ],
};

/** The label of a page in metrics and log: one of a short list, whatever a client sends. */
export function pageKind(area: BrowserArea, page: string): string {
  const kind = page === '' && area === 'back-office' ? 'home' : page;
  return PAGE_KINDS[area].includes(kind) ? kind : 'other';
}
