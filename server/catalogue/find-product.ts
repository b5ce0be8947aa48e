import { sql } from 'drizzle-orm';
import type { Product } from '#contract/products.ts';
import { isSold, type BookFormat } from '#domain/book-format.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { Database } from '../db/connection.ts';
import { contributor, product, productContributor, productSubject, searchEntry, variant } from '../db/tables.ts';
import { listProductRows, productRow, TITLE_COLUMNS, type TitleFacts } from './product-rows.ts';

type Details = TitleFacts & {
  description: string;
  published: string | null;
  publisher: string;
  contributors: { name: string; slug: string; role: string }[];
  subjects: { code: string; main: boolean }[];
  editions: EditionFacts[];
};
type EditionFacts = {
  id: number;
  format: BookFormat;
  isbn: string | null;
  listPrice: number;
  memberPrice: number;
  stock: number;
  pages: number | null;
  published: string | null;
};

const RELATED = 8;

/** One listed title with everything its page shows, or nothing. */
export async function findProduct(db: Database, id: number): Promise<Product | undefined> {
  const { rows } = await db.execute<Details>(sql`
    SELECT ${TITLE_COLUMNS}, ${product.description} AS description, ${product.published} AS published,
      ${product.publisher} AS publisher,
      coalesce((SELECT json_agg(json_build_object('name', ${contributor.name}, 'slug', ${contributor.slug},
          'role', ${productContributor.role}) ORDER BY ${productContributor.position})
        FROM ${productContributor} JOIN ${contributor} ON ${contributor.id} = ${productContributor.contributorId}
        WHERE ${productContributor.productId} = ${product.id}), '[]') AS contributors,
      coalesce((SELECT json_agg(json_build_object('code', ${productSubject.shelf}, 'main', ${productSubject.position} = 0)
          ORDER BY ${productSubject.position})
        FROM ${productSubject} WHERE ${productSubject.productId} = ${product.id}
          AND ${productSubject.shelf} IS NOT NULL), '[]') AS subjects,
      coalesce((SELECT json_agg(json_build_object('id', ${variant.id}, 'format', ${variant.format},
          'isbn', ${variant.isbn}, 'listPrice', ${variant.listPrice}, 'memberPrice', ${variant.memberPrice},
          'stock', ${variant.stock}, 'pages', ${variant.pages}, 'published', ${variant.published})
          ORDER BY ${variant.listPrice}, ${variant.id})
        FROM ${variant} WHERE ${variant.productId} = ${product.id} AND ${variant.isListed}), '[]') AS editions
    FROM ${product} WHERE ${product.id} = ${id} AND ${product.isListed}`);
  const facts = rows[0];
  if (!facts) return undefined;
  const [related, inSeries] = await Promise.all([listRelated(db, facts), listSeriesOf(db, facts)]);
  return { ...productRow(facts), ...detailsOf(facts), related, series_titles: inSeries };
}

function detailsOf(facts: Details) {
  return {
    description: facts.description,
    published: facts.published,
    publisher: facts.publisher,
    contributors: facts.contributors,
    subjects: facts.subjects,
    variants: facts.editions.map((edition) => ({
      id: edition.id,
      format: edition.format,
      isbn: edition.isbn,
      price: ringgitFromSen(edition.memberPrice),
      original_price: ringgitFromSen(edition.listPrice),
      stock: edition.stock,
      is_sold: isSold(edition.format),
      pages: edition.pages,
      published: edition.published ?? facts.published,
      publisher: facts.publisher,
    })),
  };
}

/** Titles that share an author (first) or the main subject, the most sought after first; never of the same series. */
async function listRelated(db: Database, facts: Details) {
  const authors = sql.param(facts.authors.map((author) => author.slug));
  const subject = facts.subjects[0]?.code ?? '';
  const { rows } = await db.execute<{ id: number }>(sql`
    (SELECT product_id AS id, 0 AS place, popularity FROM ${searchEntry}
      WHERE authors && ${authors}::text[] AND product_id <> ${facts.id} AND NOT series && ${seriesOf(facts)}::text[]
      ORDER BY popularity DESC LIMIT ${RELATED})
    UNION
    (SELECT product_id, 1, popularity FROM ${searchEntry}
      WHERE subjects @> ARRAY[${subject}] AND NOT authors && ${authors}::text[] AND language = ${facts.language}
      ORDER BY popularity DESC LIMIT ${RELATED})
    ORDER BY place, popularity DESC LIMIT ${RELATED}`);
  return listProductRows(
    db,
    rows.map((row) => row.id),
  );
}

async function listSeriesOf(db: Database, facts: Details) {
  if (!facts.series) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT product_id AS id FROM product_series JOIN series ON series.id = series_id
    WHERE series.slug = ${facts.series.slug} ORDER BY position, product_id LIMIT 60`);
  return listProductRows(
    db,
    rows.map((row) => row.id),
  );
}

function seriesOf(facts: Details) {
  return sql.param(facts.series ? [facts.series.slug] : []);
}
