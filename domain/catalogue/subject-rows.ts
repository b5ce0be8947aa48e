import { derivedSubject } from './other-subject-schemes.ts';
import { isSubjectCode } from './subject.ts';

/**
 * One code of a product: `subject` where it stands in the tree, none for a qualifier or a code that is only kept;
 * `isDerived` where the subject was mapped from another scheme.
 */
export type SubjectRow = { code: string; subject: string | null; isDerived: boolean; position: number };

/**
 * A product's codes as rows, the main one first, each code once. Codes of other schemes are subjects only while the product
 * has none of Thema; each subject is there once, and none that another derived one is below.
 */
export function subjectRows(codes: readonly string[]): SubjectRow[] {
  const wanted = [...new Set(codes)];
  const hasThema = wanted.some(isSubjectCode);
  const derived = hasThema ? [] : wanted.map(derivedSubject);
  const isUseful = (subject: string | undefined, position: number): subject is string =>
    subject !== undefined &&
    derived.indexOf(subject) === position &&
    !derived.some((other) => other !== subject && other?.startsWith(subject));
  return wanted.map((code, position) => {
    if (isSubjectCode(code)) return { code, subject: code, isDerived: false, position };
    const subject = derived[position];
    if (isUseful(subject, position)) return { code, subject, isDerived: true, position };
    return { code, subject: null, isDerived: false, position };
  });
}
