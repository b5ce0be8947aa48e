import { inArray } from 'drizzle-orm';
import { subjectPath } from '#contract/pages.ts';
import type { Suggestion } from '#contract/products.ts';
import { SUBJECT_CODES } from '#domain/catalogue/thema-codes.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import type { Locale } from '#domain/locale.ts';
import { subjectName } from '#messages/subject-names.ts';
import type { Database } from '../db/connection.ts';
import { subjectCount } from '../db/tables.ts';

const MAX_SUBJECTS = 2;
/** So many matches are looked at for two that have products. */
const MAX_CANDIDATES = 20;

/** All subjects, the highest first; the name as it is searched, after a space, which each of its words follows. */
type NamedSubject = { code: string; name: string; searched: string };
const namedSubjects = new Map<Locale, readonly NamedSubject[]>();

/** Up to two subjects with products, a word of whose name begins with what was typed; the highest in the tree first. */
export async function suggestSubjects(db: Database, typed: string, locale: Locale): Promise<Suggestion[]> {
  const matches = subjectsIn(locale).filter(({ searched }) => searched.includes(` ${typed}`));
  if (matches.length === 0) return [];
  const candidates = matches.slice(0, MAX_CANDIDATES);
  const counts = await countSubjects(
    db,
    candidates.map(({ code }) => code),
  );
  return candidates
    .filter(({ code }) => counts.has(code))
    .slice(0, MAX_SUBJECTS)
    .map(({ code, name }) => ({ kind: 'subject', text: name, href: subjectPath(code) }));
}

/** How many products the last count found below these subjects, for those with any. */
export async function countSubjects(db: Database, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select()
    .from(subjectCount)
    .where(inArray(subjectCount.code, [...codes]));
  return new Map(rows.map(({ code, productCount }) => [code, productCount]));
}

function subjectsIn(locale: Locale): readonly NamedSubject[] {
  const known = namedSubjects.get(locale);
  if (known) return known;
  const named = SUBJECT_CODES.toSorted((a, b) => a.length - b.length).map((code) => {
    const name = subjectName(code, locale);
    return { code, name, searched: ` ${foldForSearch(name)}` };
  });
  namedSubjects.set(locale, named);
  return named;
}
