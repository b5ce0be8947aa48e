import type { Address } from '#contract/account.ts';
import type { DeliveryZone } from '#contract/checkout.ts';
import type { Order } from '#contract/orders.ts';
import type { CartProduct } from '#contract/products.ts';
import type { Profile } from '#contract/sessions.ts';

/* Answers of the server for component tests, each a whole one of which a test changes what it is about. */

/** The id of a thing of the shop. */
export const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const CUSTOMER: Profile = {
  uid: idOf(1),
  displayName: 'Aminah Yusof',
  email: 'aminah@example.com',
  photoURL: null,
  picture: null,
  providerId: 'password',
  userRole: 'editor',
  phone: null,
  locale: 'en',
  theme: 'light',
  reviewInvitations: true,
  starred: [],
  hasPassword: true,
};

/** Delivery costs RM 8 on the peninsula, and nothing from RM 150. */
export const ZONES: DeliveryZone[] = [
  {
    name: 'peninsula',
    ranges: [{ from: '01000', to: '86999' }],
    cost: 8,
    free_from: 150,
    states: ['Kuala Lumpur', 'Selangor'],
    transit: { from: 1, to: 2 },
    dispatch: { weekdays: [1, 2, 3, 4, 5], cut_off: 900, holidays: [] },
  },
];

type CartProductChanges = Partial<Omit<CartProduct, 'variants'>> & Partial<CartProduct['variants'][number]>;

/** A title of a cart in one format: RM 40, for members RM 36. */
export function cartProduct(id: number, changes: CartProductChanges = {}): CartProduct {
  const { format = 'paperback', isbn = null, price = 36, original_price = 40, stock = 12, ...product } = changes;
  const vid = id * 10;
  return {
    objectID: String(id),
    slug: `title-${id}`,
    title: `Title ${id}`,
    language: 'en',
    authors: [{ name: 'R. Reader', slug: 'r-reader' }],
    cover: `/covers/${id}.svg`,
    qty: 1,
    vid,
    ...product,
    id,
    variants: [{ id: vid, format, isbn, price, original_price, stock }],
  };
}

export function orderLine(number: number, changes: Partial<Order['lines'][number]> = {}): Order['lines'][number] {
  return {
    id: idOf(100 + number),
    product_id: number,
    variant_id: number * 10,
    title: `Title ${number}`,
    language: 'en',
    format: 'paperback',
    isbn: null,
    cover: `/covers/${number}.svg`,
    qty: 1,
    list_price: 40,
    unit_price: 40,
    proDis: 0,
    refundable_qty: 1,
    ...changes,
  };
}

/** A delivered order of two titles. */
export function order(changes: Partial<Order> = {}): Order {
  return {
    id: idOf(50),
    number: 'BK-100013',
    status: 'delivered',
    placed_at: '2026-11-02T04:00:00.000Z',
    total: 80,
    discount: 0,
    proDis: 0,
    shippingCost: 8,
    gift_wrap: 0,
    payable: 88,
    coupon: null,
    terms: null,
    explanation: null,
    lines: [orderLine(1), orderLine(2)],
    shipments: [],
    refunds: [],
    refundable_until: '2026-12-02T04:00:00.000Z',
    expected: null,
    payment: { method: 'card', status: 'paid' },
    ...changes,
  };
}

export function address(number: number, changes: Partial<Address> = {}): Address {
  return {
    id: idOf(200 + number),
    name: 'Aminah Yusof',
    phone: '+60123456789',
    line1: `${number} Jalan Telawi`,
    line2: null,
    zip: '59100',
    city: 'Kuala Lumpur',
    state: 'Kuala Lumpur',
    country: 'MY',
    is_default: false,
    ...changes,
  };
}
