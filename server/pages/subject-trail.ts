import { inArray } from 'drizzle-orm';
import type { SubjectLink } from '#contract/pages.ts';
import {
  isSubject,
  parentSubject,
  SUBJECT_TREE,
  type SubjectCode,
  type TopSubject,
} from '#domain/catalogue/product.ts';
import type { Locale } from '#domain/locale.ts';
import type { Database } from '../db/connection.ts';
import { subjectCount } from '../db/tables.ts';
import { getTranslator } from '../translations.ts';

export type SubjectTrail = { name: string; ancestors: SubjectLink[]; children: SubjectLink[] };

/** Where a subject stands in the tree: all above it from the top, and what is directly below it and has titles. */
export async function subjectTrail(db: Database, code: string, locale: Locale): Promise<SubjectTrail | undefined> {
  if (!isSubject(code)) return undefined;
  const [above, below] = [ancestorsOf(code), childrenOf(code)];
  const counts = new Map(
    (
      await db
        .select()
        .from(subjectCount)
        .where(inArray(subjectCount.code, [...above, ...below, code]))
    ).map((row) => [row.code, row.productCount]),
  );
  const t = getTranslator(locale);
  const link = (one: SubjectCode) => ({ code: one, name: t(`common.subjects.${one}`), count: counts.get(one) ?? 0 });
  return {
    name: t(`common.subjects.${code}`),
    ancestors: above.map(link),
    children: below.map(link).filter(({ count }) => count > 0),
  };
}

function ancestorsOf(code: SubjectCode): SubjectCode[] {
  const parent = parentSubject(code);
  return parent ? [...ancestorsOf(parent), parent] : [];
}

function childrenOf(code: SubjectCode): readonly SubjectCode[] {
  return Object.hasOwn(SUBJECT_TREE, code) ? SUBJECT_TREE[code as TopSubject] : [];
}
