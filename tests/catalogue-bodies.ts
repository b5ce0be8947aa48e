import type { MadeProduct } from './factories.ts';

/** A valid body of each endpoint of the catalogue that has every nested field. */
export const catalogueBodies = (title: MadeProduct) => ({
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
  '/api/admin/catalogue/remove-cover': { id: title.vid },
});
