/** The password of every demo account (docs/operations.md). */
export const DEMO_PASSWORD = 'Bookworm-2026';

export const DEMO_STAFF = {
  username: 'staff',
  email: 'staff@example.com',
  displayName: 'Mei Ling (Halaman)',
  isStaff: true,
} as const;

/** The demo accounts, all activated. */
export const DEMO_PEOPLE = [
  { username: 'reader', email: 'reader@example.com', displayName: 'Aisyah Rahman', isStaff: false },
  { username: 'newcomer', email: 'newcomer@example.com', displayName: 'Daniel Tan', isStaff: false },
  DEMO_STAFF,
] as const;

/** The saved addresses of `reader`; the first one saved is the default. */
export const READER_ADDRESSES = [
  {
    name: 'Aisyah Rahman',
    phone: '012-345 6789',
    line1: '12, Jalan Telawi 3',
    line2: 'Bangsar',
    city: 'Kuala Lumpur',
    state: 'Kuala Lumpur',
    zip: '59100',
    country: 'MY',
  },
  {
    name: 'Rahman bin Ismail',
    phone: '013-876 5432',
    line1: '7, Lorong Stutong Baru 5',
    line2: null,
    city: 'Kuching',
    state: 'Sarawak',
    zip: '93350',
    country: 'MY',
  },
] as const;
