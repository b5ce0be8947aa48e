import { SUBJECT_CODES } from '#domain/catalogue/thema-codes.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import type { Locale } from '#domain/locale.ts';
import { subjectName } from '#messages/subject-names.ts';

/** So many matches are looked at for those that have products. */
const MAX_SUBJECTS = 20;

/** All subjects, the highest first; the name as it is searched, after a space, which each of its words follows. */
export type NamedSubject = { code: string; name: string; searched: string };
const namedSubjects = new Map<Locale, readonly NamedSubject[]>();

/** Subjects a word of whose name begins with what was typed (folded), the highest in the tree first. */
export function subjectsNamed(typed: string, locale: Locale): NamedSubject[] {
  const found: NamedSubject[] = [];
  for (const subject of subjectsIn(locale)) {
    if (found.length === MAX_SUBJECTS) break;
    if (subject.searched.includes(` ${typed}`)) found.push(subject);
  }
  return found;
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
