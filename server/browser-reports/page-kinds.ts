import type { BrowserArea } from '#contract/browser-reports.ts';
import { SHOP_PAGES } from '#contract/pages.ts';

/** The pages that metrics tell apart, by the first part of their path below the area. */
const PAGE_KINDS: Record<BrowserArea, readonly string[]> = {
  shop: Object.values(SHOP_PAGES).map((path) => path.split('/')[1] || 'home'),
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
  const kind = page === '' && area !== 'customer' ? 'home' : page;
  return PAGE_KINDS[area].includes(kind) ? kind : 'other';
}
