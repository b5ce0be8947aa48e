import { SUBJECT_CODES } from './thema-codes.ts';

/*
 * Subjects are the categories of Thema (EDItEUR, https://www.editeur.org/151/Thema): a code without its last character is
 * its parent. A code that we have no name for is a subject too, of its nearest known ancestor.
 */

const KNOWN: ReadonlySet<string> = new Set(SUBJECT_CODES);

const CHILDREN = Map.groupBy(SUBJECT_CODES, (code) => code.slice(0, -1));

/** The top level, in the order of the alphabet. */
export const TOP_SUBJECTS: readonly string[] = childSubjects('');

/** Whether it is a subject that we have a name for. */
export function isSubject(code: string): boolean {
  return KNOWN.has(code);
}

/** Whether it is a category of Thema by its form, known or not: no qualifier (1 to 6), no code of another scheme. */
export function isSubjectCode(code: string): boolean {
  return /^[A-Z][A-Z0-9]{0,19}$/.test(code) && KNOWN.has(code.charAt(0));
}

/** The parent of a subject; a top-level subject has none. */
export function parentSubject(code: string): string | undefined {
  return code.length > 1 ? code.slice(0, -1) : undefined;
}

/** All above a subject, from the top level down, without itself. */
export function ancestors(code: string): string[] {
  return Array.from({ length: Math.max(code.length - 1, 0) }, (_, index) => code.slice(0, index + 1));
}

/** The known subjects one level below, in the order of the alphabet. */
export function childSubjects(code: string): readonly string[] {
  return CHILDREN.get(code) ?? [];
}

/** These subjects and all above them, each once. */
export function withAncestors(codes: readonly string[]): string[] {
  return [...new Set(codes.flatMap((code) => [...ancestors(code), code]))];
}

/** The known subject for a code from a feed: itself, or its longest known prefix, or none. */
export function nearestSubject(code: string): string | undefined {
  return isSubjectCode(code) ? [code, ...ancestors(code).toReversed()].find(isSubject) : undefined;
}

/** Whether a list that is filtered by these subjects offers another: the top level, what is above the chosen, and one level below. */
export function isOffered(code: string, chosen: readonly string[]): boolean {
  if (chosen.includes(code)) return true;
  const parent = parentSubject(code);
  const isNear = parent === undefined || chosen.some((one) => one === parent || one.startsWith(code));
  return isNear && isSubject(code);
}
