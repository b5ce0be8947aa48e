import { expect, test } from 'vitest';
import type { PageRequest, ShopView } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { DEFAULT_ZONES } from '#domain/shipping.ts';
import { renderHtml } from '../render-html.tsx';
import { Layout } from './layout.tsx';
import { surround } from './surround.tsx';

const CONTACT = { email: 'hello@shop.test', phone: undefined, address: undefined, hours: undefined };
const frame: PageRequest['frame'] = {
  announcement: { text: 'Closed on Friday', language: 'en', path: '/delivery' },
  menus: { header: [{ path: '/new', label: { list: 'new' } }], browse: [], help: [] },
};

function request(locale: Locale, path: string, view: ShopView, changes: Partial<PageRequest> = {}): PageRequest {
  return {
    view,
    locale,
    path,
    publicUrl: 'https://shop.test',
    shopName: 'Halaman',
    logo: undefined,
    contact: CONTACT,
    frame,
    facts: {} as PageRequest['facts'],
    zones: DEFAULT_ZONES,
    assets: { boot: '', main: '', css: '', fonts: [] },
    ...changes,
  };
}

const searched = (q: string) => ({ page: 'browse', filter: { q } }) as ShopView;
const subjects = { page: 'subjects', subjects: [] } as ShopView;
const missing = { page: 'not_found' } as ShopView;

/** HTML as a browser reads it, however its signs are escaped. */
function read(html: string): string {
  const body = document.createElement('div');
  body.innerHTML = html;
  return body.innerHTML;
}

test.each([
  ['en', '/', subjects, ''],
  ['fa', '/', subjects, ''],
  ['fa', '/author/nahid-emami?page=2', subjects, ''],
  ['en', '/browse?q=tea+%26+%22cake%22&sort=title', searched(`tea & "cake" <b>'s`), `tea & "cake" <b>'s`],
  ['de', '/browse?q=%24%26', searched('$&'), '$&'],
  ['pt', '/nowhere', missing, ''],
] as const)('in %s, %s has around it what would be rendered for it alone', (locale, path, view, words) => {
  const wanted = request(locale, path, view);
  const alone = renderHtml(wanted, <Layout words={words}>the page</Layout>);
  expect(read(surround(wanted, 'the page'))).toBe(read(alone));
});

test('a change is seen at once', () => {
  const around = (changes: Partial<PageRequest>) => surround(request('en', '/', subjects, changes), '');
  expect(around({ shopName: 'Other' })).toContain('>Other</a>');
  expect(around({ contact: { ...CONTACT, email: 'new@shop.test' } })).toContain('new@shop.test');
  expect(around({ frame: { menus: frame.menus } })).not.toContain('Closed on Friday');
  expect(around({ zones: DEFAULT_ZONES.slice(0, 1) })).not.toContain('RM 27.00');
  expect(around({})).toContain('Closed on Friday');
});
