import Bell from 'lucide-react/icons/bell';
import Star from 'lucide-react/icons/star';
import BookOpen from 'lucide-react/icons/book-open';
import CreditCard from 'lucide-react/icons/credit-card';
import Heart from 'lucide-react/icons/heart';
import House from 'lucide-react/icons/house';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import MapPin from 'lucide-react/icons/map-pin';
import Package from 'lucide-react/icons/package';
import ReceiptText from 'lucide-react/icons/receipt-text';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Ticket from 'lucide-react/icons/ticket';
import UserRound from 'lucide-react/icons/user-round';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';

/** Every named page of the customer area with its path below `/customer`. */
export const PAGE_PATHS = {
  dashboard: '/dashboard',
  books: '/my-books',
  orders: '/my-orders',
  transactions: '/my-transactions',
  addresses: '/my-address',
  wishList: '/wish-list',
  alerts: '/alerts',
  reviews: '/reviews',
  tickets: '/tickets',
  profile: '/profile',
  checkout: '/checkout',
} as const;

export type PageName = keyof typeof PAGE_PATHS;

/** The breadcrumb of a route: a key of `area.menu`. */
export type BreadcrumbHandle = { breadcrumb: PageName | 'lists' | 'ticket' };

/** A page of the customer area, or one of the shop by its path there. */
export type MenuItem = { name: PageName | 'shop' | 'cart'; Icon: LucideIcon; shopPath?: string; isPublic?: true };
export type MenuGroup = { name: 'start' | 'shop' | 'account'; items: readonly MenuItem[] };

/** The sections of the menu (specification §2); `isPublic` items are shown to guests. */
const MENU: readonly MenuGroup[] = [
  { name: 'start', items: [{ name: 'dashboard', Icon: House }] },
  {
    name: 'shop',
    items: [
      { name: 'shop', Icon: BookOpen, shopPath: '/browse', isPublic: true },
      { name: 'cart', Icon: ShoppingBag, shopPath: '/cart', isPublic: true },
      { name: 'wishList', Icon: Heart },
      { name: 'alerts', Icon: Bell },
      { name: 'checkout', Icon: CreditCard, isPublic: true },
    ],
  },
  {
    name: 'account',
    items: [
      { name: 'books', Icon: BookOpen },
      { name: 'orders', Icon: Package },
      { name: 'transactions', Icon: ReceiptText },
      { name: 'addresses', Icon: MapPin },
      { name: 'reviews', Icon: Star },
      { name: 'tickets', Icon: Ticket },
      { name: 'profile', Icon: UserRound },
    ],
  },
];

export const HelpIcon = LifeBuoy;

/** The menu items that a viewer may see. */
export function menuFor(isMember: boolean): MenuGroup[] {
  return MENU.map(({ name, items }) => ({ name, items: items.filter((item) => isMember || item.isPublic) })).filter(
    ({ items }) => items.length > 0,
  );
}

/** The path below `/customer`; undefined for a page of the shop. */
export function customerAreaPath({ name }: MenuItem): `/${string}` | undefined {
  return name in PAGE_PATHS ? PAGE_PATHS[name as PageName] : undefined;
}

const TICKET_PATH = '/tickets/show/';

/** The name of a page by its path below `/customer`; a subpage has its parent's. */
export function usePageName(): (path: string) => string | undefined {
  const t = useTranslations('area.menu');
  return (path) => {
    if (path.startsWith(TICKET_PATH)) return t('ticket');
    const name = (Object.keys(PAGE_PATHS) as PageName[]).find((one) => isWithin(path, PAGE_PATHS[one]));
    return name && t(name);
  };
}

function isWithin(path: string, page: string): boolean {
  return path === page || /^[/?#]/.test(path.startsWith(page) ? path.slice(page.length) : '');
}
