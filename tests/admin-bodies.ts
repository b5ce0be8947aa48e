import { LOCALES } from '#domain/locale.ts';
import type { MadeProduct } from './factories.ts';

const STATEMENT = 'Date,Text,Amount\n24/11/2026,BK-1,1.00';
const MAPPING = { date: 0, amount: 2, direction: null, texts: [1], payer: null, decimal: '.', dates: 'dmy' };

const orderBodies = (id: string) => ({
  '/api/admin/orders/transition': {
    numbers: ['BK-100001'],
    to: 'shipped',
    parcel: { carrier: 'Pos Laju', tracking: 'X' },
  },
  '/api/admin/orders/note': { number: 'BK-100001', text: 'N' },
  '/api/admin/refunds/decide': { id, to: 'approved', items: [{ id, qty: 1 }], note: 'N' },
  '/api/admin/refunds/pay-out': { id, by_transfer: true },
  '/api/admin/transfers/preview': { text: STATEMENT, mapping: MAPPING },
  '/api/admin/transfers/import': { name: 'S', text: STATEMENT, mapping: MAPPING },
  '/api/admin/transfers/book': { bookings: [{ line: id, order: 'BK-100001', is_surplus: true }] },
  '/api/admin/transfers/dismiss': { id, note: 'N' },
  '/api/admin/transfers/reopen': { id },
  '/api/admin/transfers/return': { id },
  '/api/admin/money/checks/run': { check: 'ledger: hash chain is unbroken' },
  '/api/admin/fulfilment/pack': { number: 'BK-100001', lines: [{ id, qty: 1 }] },
  '/api/admin/fulfilment/ship/preview': { csv: 'BK-100001,Pos Laju,X', carrier: 'Pos Laju' },
  '/api/admin/fulfilment/ship': { parcels: [{ number: 'BK-100001', carrier: 'Pos Laju', tracking: 'X' }] },
  '/api/admin/payments/settle': { id: 'evt_1', note: 'N' },
  '/api/admin/returns/decide': { number: 'R-1001', to: 'received', items: [{ id, qty: 1 }], note: 'N' },
  '/api/admin/claims/decide': {
    number: 'C-1001',
    to: 'resent',
    parcel: { carrier: 'Pos Laju', tracking: 'X' },
    note: 'N',
  },
  '/api/admin/orders/refund': { number: 'BK-100001', items: [{ id, qty: 1 }], reason: 'lost' },
});

const catalogueBodies = (title: MadeProduct, id: string) => ({
  '/api/admin/catalogue/save': {
    id: title.id,
    version: 'v',
    title: 'T',
    subtitle: 'S',
    language: 'en',
    description: 'D',
    published: '2026-11',
    publisher: 'P',
    imprint: 'I',
    contributors: [{ name: 'C', role: 'author' }],
    series: [{ name: 'S', number: '1' }],
    subjects: ['FBC'],
    formats: [
      {
        id: title.vid,
        isbn: '9780141439587',
        format: 'paperback',
        list_price: 40,
        member_price: 36,
        pages: 300,
        published: '2026',
        embargo: '2026-11-23',
        expected: '2026-12',
        availability: '20',
        is_listed: true,
      },
    ],
  },
  '/api/admin/catalogue/prices/preview': { text: 'isbn,list_price\n9780141439587,40' },
  '/api/admin/catalogue/prices/apply': {
    rows: [
      {
        isbn: '9780141439587',
        before: { list_price: 40, member_price: 36, stock: null },
        after: { list_price: 42, member_price: 36, stock: 5 },
      },
    ],
  },
  '/api/admin/catalogue/remove-cover': { id: title.vid },
  '/api/admin/imports/start': { name: 'catalogue.csv', size: 10, digest: '0'.repeat(64) },
  '/api/admin/imports/compare': { id },
  '/api/admin/imports/apply': { id, confirmed: [{ sender: 'S', delisted: 1, listed: 2 }] },
  '/api/admin/imports/stop': { id },
  '/api/admin/imports/correct': { id, text: 'isbn,title' },
});

const stockAndCouponBodies = (title: MadeProduct, id: string) => ({
  '/api/admin/stock/book': { kind: 'damaged', id, note: 'N', lines: [{ id: title.vid, qty: 1 }] },
  '/api/admin/stock/compare-count': { lines: [{ id: title.vid, counted: 1, age: 1 }] },
  '/api/admin/stock/book-count': { id, note: 'N', lines: [{ id: title.vid, counted: 1, age: 1 }] },
  '/api/admin/stock/suggestions/export': { lines: [{ id: title.vid, qty: 1 }] },
  '/api/admin/stock/on-order': { lines: [{ id: title.vid, before: 0, copies: 1 }] },
  '/api/admin/stock/low-stock': { id: title.vid, before: null, copies: 1 },
  '/api/admin/coupons/create': {
    code: 'RAIN10',
    discount: { percent: 10 },
    scope: 'subject',
    covers: 'FBC',
    minimum_total: 40,
    max_uses: 5,
    max_uses_per_customer: 1,
    starts_at: '2026-12-01T00:00:00Z',
    ends_at: '2026-12-31T00:00:00Z',
  },
  '/api/admin/coupons/edit': {
    code: 'RAIN10',
    discount: { percent: 10 },
    scope: 'subject',
    covers: 'FBC',
    minimum_total: 40,
    max_uses: 5,
    max_uses_per_customer: 1,
    starts_at: '2026-12-01T00:00:00Z',
    ends_at: '2026-12-31T00:00:00Z',
    version: 1,
  },
  '/api/admin/coupons/end': { code: 'RAIN10' },
});

const shopBodies = () => ({
  '/api/admin/settings/save': { changes: [{ name: 'shopName', value: 'Halaman', version: 0 }] },
  '/api/admin/settings/logo/remove': { version: 0 },
  '/api/admin/settings/dispatch': { weekdays: [1], cut_off: 900, holidays: ['12-25'], version: 0 },
  '/api/admin/settings/zones/save': {
    name: 'North',
    ranges: [{ from: '01000', to: '02999' }],
    cost: 8,
    free_from: 100,
    states: ['Perlis'],
    transit: { from: 1, to: 2 },
    version: 0,
  },
  '/api/admin/settings/emails/send': { kind: 'order_placed', locale: 'en' },
  '/api/admin/settings/zones/remove': { name: 'North', version: 0 },
  '/api/admin/staff/role': { email: 'a@mail.test', role: 'support' },
  '/api/admin/pages/save': {
    slug: 'about',
    version: 0,
    content: Object.fromEntries(LOCALES.map((locale) => [locale, { title: 'T', body: 'B' }])),
    publish: true,
  },
  '/api/admin/pages/unpublish': { slug: 'about', version: 1 },
  '/api/admin/pages/preview': { locale: 'fa', title: 'T', body: 'B' },
  '/api/admin/announcements/publish': {
    version: 0,
    content: { items: [{ text: { en: 'T', fa: 'T' }, link: '/new', from: '2026-12-01', to: '2026-12-24' }] },
  },
  '/api/admin/menus/publish': {
    version: 0,
    content: {
      header: [{ target: { kind: 'page', slug: 'about' }, label: { en: 'T', fa: 'T', de: 'T', fr: 'T', pt: 'T' } }],
      browse: [{ target: { kind: 'publisher', name: 'P' } }],
      help: [{ target: { kind: 'address', url: 'https://example.org' }, label: { en: 'T' } }],
    },
  },
  '/api/admin/home/publish': {
    version: 0,
    content: {
      sections: [
        {
          form: 'band',
          color: 'plum',
          title: { en: 'T', fa: 'T', de: 'T', fr: 'T', pt: 'T' },
          text: { en: 'T' },
          books: ['9780141439518'],
          from: '2026-12-01',
          to: '2026-12-24',
        },
      ],
    },
  },
});

const customerBodies = (id: string) => ({
  '/api/admin/tickets/answer': { number: 'T-100001', replies: 1, message: 'M' },
  '/api/admin/tickets/close': { number: 'T-100001' },
  '/api/admin/tickets/assign': { number: 'T-100001', assignee: id, was: id },
  '/api/admin/tickets/note': { number: 'T-100001', text: 'N' },
  '/api/admin/tickets/merge': { number: 'T-100001', into: 'T-100002' },
  '/api/admin/orders/views/save': { name: 'V', filter: { status: 'paid' } },
  '/api/admin/orders/views/remove': { id },
  '/api/admin/saved-replies/save': { of: { id, version: 1 }, name: 'N', text: 'T' },
  '/api/admin/saved-replies/remove': { id },
  '/api/admin/customers/resend-activation': { id },
  '/api/admin/customers/end-sessions': { id },
  '/api/admin/customers/email': { id, email: 'a@mail.test' },
  '/api/admin/customers/export': { id },
  '/api/admin/customers/delete': { id, email: 'a@mail.test' },
  '/api/admin/reviews/hide': { id, reason: 'R' },
  '/api/admin/reviews/restore': { id },
  '/api/admin/reviews/dismiss': { id },
  '/api/admin/reviews/decide': { ids: [id], decision: 'hide', reason: 'R' },
  '/api/admin/reviews/reply': { id, text: 'T', was: 'W' },
  '/api/admin/staff/invite': { email: 'a@mail.test', role: 'support' },
  '/api/admin/staff/invitations/resend': { id },
  '/api/admin/staff/invitations/withdraw': { id },
  '/api/staff-invitations/get': { token: 'x'.repeat(43) },
  '/api/staff-invitations/accept': { token: 'x'.repeat(43) },
  '/api/staff-invitations/register': {
    token: 'x'.repeat(43),
    displayName: 'A',
    password: 'long enough',
    confirmPassword: 'long enough',
  },
  '/api/admin/title-requests/answer': { id, text: 'T', was: 'W' },
  '/api/admin/title-requests/fulfil': { id, isbn: '9780141439518' },
});

/** A valid body of each endpoint of the back office that has every nested field; `id` is a UUID. */
export const adminBodies = (title: MadeProduct, id: string) => ({
  ...orderBodies(id),
  ...catalogueBodies(title, id),
  ...stockAndCouponBodies(title, id),
  ...shopBodies(),
  ...customerBodies(id),
});
