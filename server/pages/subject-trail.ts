import type { SubjectLink } from '#contract/pages.ts';
import { ancestors, childSubjects, isSubject } from '#domain/catalogue/subject.ts';
import type { Locale } from '#domain/locale.ts';
import { subjectName } from '#messages/subject-names.ts';
import type { Database } from '../db/connection.ts';
import { countSubjects } from '../search/count-subjects.ts';

export type SubjectTrail = { name: string; ancestors: SubjectLink[]; children: SubjectLink[] };

/** Where a subject stands in the tree: all above it from the top, and what is directly below it and has titles. */
export async function subjectTrail(db: Database, code: string, locale: Locale): Promise<SubjectTrail | undefined> {
  if (!isSubject(code)) return undefined;
  const [above, below] = [ancestors(code).filter(isSubject), childSubjects(code)];
  const counts = await countSubjects(db, [...above, ...below]);
  const link = (one: string) => ({ code: one, name: subjectName(one, locale), count: counts.get(one) ?? 0 });
  return {
    name: subjectName(code, locale),
    ancestors: above.map(link),
    children: below.map(link).filter(({ count }) => count > 0),
  };
}
