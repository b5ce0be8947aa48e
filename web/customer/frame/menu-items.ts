import {
  BookOpen,
  CreditCard,
  Heart,
  House,
  LifeBuoy,
  MapPin,
  Package,
  ReceiptText,
  ShoppingBag,
  Ticket,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { Trail } from '../routes.tsx';

/** Every named page of the customer area and where it is (below `/customer`). */
export const PAGE_PATHS: Record<Exclude<Trail['trail'], 'ticket'>, `/${string}`> = {
  dashboard: '/dashboard',
  orders: '/my-orders',
  transactions: '/my-transactions',
  addresses: '/my-address',
  wishList: '/wish-list',
  tickets: '/tickets',
  profile: '/profile',
  checkout: '/checkout',
};

export type PageName = keyof typeof PAGE_PATHS;
/** A page of the customer area, or one of the shop by its address there. */
export type MenuItem = { name: PageName | 'shop' | 'cart'; Icon: LucideIcon; shopPath?: string; isOpen?: true };
export type MenuGroup = { name: 'start' | 'shop' | 'account'; items: readonly MenuItem[] };

/** The sections of the menu (specification, section 2); `isOpen` is what a guest may see. */
const MENU: readonly MenuGroup[] = [
  { name: 'start', items: [{ name: 'dashboard', Icon: House }] },
  {
    name: 'shop',
    items: [
      { name: 'shop', Icon: BookOpen, shopPath: '/browse', isOpen: true },
      { name: 'cart', Icon: ShoppingBag, shopPath: '/cart', isOpen: true },
      { name: 'wishList', Icon: Heart },
      { name: 'checkout', Icon: CreditCard, isOpen: true },
    ],
  },
  {
    name: 'account',
    items: [
      { name: 'orders', Icon: Package },
      { name: 'transactions', Icon: ReceiptText },
      { name: 'addresses', Icon: MapPin },
      { name: 'tickets', Icon: Ticket },
      { name: 'profile', Icon: UserRound },
    ],
  },
];

export const HelpIcon = LifeBuoy;

/** What of the menu a visitor may see. */
export function menuFor(isMember: boolean): MenuGroup[] {
  return MENU.map(({ name, items }) => ({ name, items: items.filter((item) => isMember || item.isOpen) })).filter(
    ({ items }) => items.length > 0,
  );
}

/** The address of a page below the customer area, or nothing where it is one of the shop. */
export function areaPath({ name }: MenuItem): `/${string}` | undefined {
  return name in PAGE_PATHS ? PAGE_PATHS[name as PageName] : undefined;
}
