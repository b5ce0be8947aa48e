import { expect, test } from 'vitest';
import { makeProduct } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';

const shop = await openStorefront();
const { visit } = shop;
const made = await makeProduct(shop, {
  title: 'Emma & Co. "annotated"',
  contributors: [
    { name: 'Jane Austen', role: 'author' },
    { name: 'Tara Translator', role: 'translator' },
  ],
  variants: [
    { isbn: '9780141439587', format: 'paperback' },
    { isbn: '9780141192475', format: 'hardback' },
  ],
});

async function book(language = ''): Promise<string> {
  return (await visit(`${language}/book/${made.id}/${await slugOf(made.id)}`)).payload;
}

async function slugOf(id: number): Promise<string> {
  return (await shop.pool.query('SELECT slug FROM product WHERE id = $1', [id])).rows[0].slug;
}

function jsonLdOf(html: string) {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)!;
  return JSON.parse(json!);
}

test('a book is a product with an offer for each format at the price that the page shows', async () => {
  const html = await book();
  const node = jsonLdOf(html);
  expect(node['@type']).toEqual(['Book', 'Product']);
  expect(node).toMatchObject({ name: 'Emma & Co. "annotated"', author: [{ name: 'Jane Austen' }] });
  expect(node.translator).toEqual([{ '@type': 'Person', name: 'Tara Translator' }]);
  expect(node.offers).toHaveLength(2);
  for (const offer of node.offers) {
    expect(offer).toMatchObject({ '@type': 'Offer', priceCurrency: 'MYR' });
    expect(html.match(new RegExp(`>RM\\s${offer.price}<`))).not.toBeNull();
  }
  expect(node.workExample.map(({ isbn }: { isbn: string }) => isbn)).toEqual(
    expect.arrayContaining(['9780141439587', '9780141192475']),
  );
  const ids = node.offers.map((offer: Record<string, unknown>) => offer['@id']);
  expect(node.workExample.map(({ offers }: { offers: { '@id': string } }) => offers['@id'])).toEqual(ids);
});

test('a book’s Open Graph tags have image size, title and localized URL', async () => {
  const slug = await slugOf(made.id);
  const html = await book('/de');
  const property = (name: string) => new RegExp(`<meta property="${name}" content="([^"]*)">`).exec(html)?.[1];
  expect(property('og:type')).toBe('book');
  expect(property('og:url')).toBe(`${shop.deps.publicUrl}/de/book/${made.id}/${slug}`);
  expect(property('og:title')).toBe('Emma &#38; Co. &#34;annotated&#34; – Jane Austen');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(html).toContain(`<link rel="canonical" href="${property('og:url')}">`);
  expect(html.match(/rel="alternate" hreflang="(en|fa|de|fr|pt|x-default)"/g)).toHaveLength(6);
  const picture = await visit(new URL(property('og:image')!).pathname, { accept: 'image/png' });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  const png = picture.rawPayload;
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(picture.headers['cache-control']).toMatch(/immutable/);
});

test('a personal page has no image and no canonical URL', async () => {
  const { payload } = await visit('/cart');
  expect(payload).not.toMatch(/og:|rel="canonical"/);
  expect(payload).toContain('<meta name="robots" content="noindex">');
});
