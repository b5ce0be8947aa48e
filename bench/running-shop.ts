import type pg from 'pg';

/** Whether an address answers. */
export function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

/** Whether a shop's searches are answered by its index. */
export function isIndexed(shop: string): Promise<boolean> {
  return fetch(`${shop}/metrics`)
    .then((response) => response.text())
    .then((metrics) => /^search_indexed 1$/m.test(metrics));
}

/** Whether a shop has made its sitemap and merchant feed, which it begins with after its start. */
export async function hasMadeFeeds(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM jobs.job WHERE name = 'feeds' AND state < 'completed'");
  return rows.length === 0;
}
