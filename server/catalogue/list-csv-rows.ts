import { sql } from 'drizzle-orm';
import { ringgitFromSen, type Sen } from '#domain/money.ts';
import type { Database } from '../db/connection.ts';
import {
  contributor,
  product,
  productContributor,
  productSeries,
  productSubject,
  series,
  variant,
} from '../db/tables.ts';
import { writeContributors } from './csv-cells.ts';
import type { CsvRow } from './csv-columns.ts';
import type { EditionRecord, TitleRecord } from './import-title.ts';

/** How many titles are in memory at a time. */
const PAGE = 500;

/** Every listed title with its listed editions as rows of a catalogue file, by title and edition as they came. */
export async function* listCsvRows(db: Database): AsyncGenerator<Required<CsvRow>> {
  for (let after = 0; ;) {
    const titles = await listTitles(db, after);
    for (const title of titles) yield* rowsOf(title);
    if (titles.length < PAGE) return;
    after = titles.at(-1)!.id;
  }
}

type Listed = TitleRecord & { id: number; work: string };

async function listTitles(db: Database, after: number): Promise<Listed[]> {
  const { rows } = await db.execute<Listed>(sql`
    SELECT p.id, p.work_key AS work, p.title, p.subtitle, p.language, p.description, p.published, p.publisher, p.imprint,
      p.popularity,
      coalesce((SELECT json_agg(json_build_object('name', c.name, 'role', pc.role) ORDER BY pc.position)
        FROM ${productContributor} pc JOIN ${contributor} c ON c.id = pc.contributor_id WHERE pc.product_id = p.id), '[]') AS contributors,
      coalesce((SELECT json_agg(ps.code ORDER BY ps.position) FROM ${productSubject} ps WHERE ps.product_id = p.id), '[]') AS subjects,
      (SELECT json_build_object('name', s.name, 'number', ps.number) FROM ${productSeries} ps
        JOIN ${series} s ON s.id = ps.series_id WHERE ps.product_id = p.id ORDER BY s.id LIMIT 1) AS series,
      coalesce((SELECT json_agg(json_build_object('isbn', v.isbn, 'format', v.format, 'listPrice', v.list_price,
          'memberPrice', v.member_price, 'stock', v.stock, 'pages', v.pages, 'published', v.published) ORDER BY v.id)
        FROM ${variant} v WHERE v.product_id = p.id AND v.is_listed), '[]') AS editions
    FROM ${product} p WHERE p.id > ${after} AND p.is_listed ORDER BY p.id LIMIT ${PAGE}`);
  return rows;
}

/** A date that only the title knows goes on its rows; else rows without one stay so. */
function rowsOf(title: Listed): Required<CsvRow>[] {
  const isDated = title.editions.some((edition) => edition.published);
  return title.editions.map((edition) => {
    const published = edition.published ?? (isDated ? '' : (title.published ?? ''));
    return { ...titleCells(title), ...editionCells(edition), published };
  });
}

function titleCells(title: Listed) {
  return {
    work: title.work,
    title: title.title,
    subtitle: title.subtitle,
    contributors: writeContributors(title.contributors),
    language: title.language,
    publisher: title.publisher,
    imprint: title.imprint,
    subjects: title.subjects.join(';'),
    series: title.series?.name ?? '',
    series_number: title.series?.number ?? '',
    description: title.description,
    popularity: String(title.popularity),
  };
}

function editionCells(edition: EditionRecord) {
  return {
    isbn: edition.isbn ?? '',
    format: edition.format,
    list_price: ringgit(edition.listPrice),
    member_price: ringgit(edition.memberPrice),
    stock: String(edition.stock),
    pages: String(edition.pages ?? ''),
  };
}

/** With two decimals always: `39.90`. */
function ringgit(sen: Sen): string {
  return ringgitFromSen(sen).toFixed(2);
}
