import { sql, type SQL } from 'drizzle-orm';
import { parseIsbn } from '#domain/isbn.ts';
import { foldForSearch } from '#domain/words.ts';
import { orderLine } from '../db/tables.ts';

const MOST_WORDS = 8;

/**
 * Whether an order is what its customer looks for: a whole number `BK-…` is that order alone; else a part of the
 * number, an ISBN or its beginning, or words that one of its titles holds, in any spelling of accents and digits.
 */
export function holds(q: string): SQL {
  const number = /^bk-?(\d{6,})$/i.exec(q.trim())?.[1];
  if (number) return sql`"order".number = ${`BK-${number}`}`;
  const words = foldForSearch(q).split(' ').filter(Boolean).slice(0, MOST_WORDS);
  const digits = words.join('').replace(/^bk/, '');
  const isDigits = /^\d{1,13}$/.test(digits);
  const isbn = parseIsbn(q) ?? (isDigits && digits.length >= 4 ? digits : undefined);
  const found = [
    isDigits && sql`"order".number LIKE ${`%${digits}%`}`,
    isbn && hasLine(sql`line.isbn LIKE ${`${isbn}%`}`),
    words.length > 0 && hasLine(sql.join(words.map(titleHas), sql` AND `)),
  ].filter((one) => typeof one === 'object');
  return found.length > 0 ? sql`(${sql.join(found, sql` OR `)})` : sql`false`;
}

function hasLine(condition: SQL): SQL {
  return sql`EXISTS (SELECT FROM ${orderLine} AS line WHERE line.order_id = "order".id AND ${condition})`;
}

/** `foldForSearch` in SQL, as far as a search for a word within a title needs it. */
const FOLDED_TITLE = sql`translate(replace(replace(replace(
  lower(regexp_replace(normalize(line.title, NFKD), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g')),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
  'øيىكەة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹''’ʼ', 'oییکهه01234567890123456789')`;

function titleHas(word: string): SQL {
  return sql`strpos(${FOLDED_TITLE}, ${word}) > 0`;
}
