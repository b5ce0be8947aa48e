import type { z } from 'zod';
import {
  homeContent,
  type HomeBooks,
  type HomeContent,
  type HomeContentSection,
  type HomeTexts,
} from '#contract/home.ts';
import { LOCALES } from '#domain/locale.ts';
import { findProductIdsByIsbn } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';

/** The content of a file, or its mistakes, one sentence each. */
export type ReadHome =
  | { content: HomeContent; mistakes: readonly [] }
  | { content?: never; mistakes: readonly string[] };

/** Reads content of the home page, without asking the catalogue. */
export function readHome(text: string): ReadHome {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { mistakes: [`The file is not JSON: ${(error as Error).message}.`] };
  }
  const parsed = homeContent.safeParse(value, { reportInput: true });
  if (!parsed.success) return { mistakes: [...new Set(parsed.error.issues.map(describeIssue))] };
  const mistakes = parsed.data.sections.flatMap(({ from, to }, index) =>
    from !== undefined && to !== undefined && to < from ? [`sections[${index}].to is before its "from".`] : [],
  );
  return mistakes.length > 0 ? { mistakes } : { content: parsed.data, mistakes: [] };
}

const TEXT_RULES: Readonly<Record<string, string>> = {
  plain_text: 'has control characters',
  one_line: 'must be one line',
  invalid: 'must be a day such as 2026-12-01',
};

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = pathOf(issue.path);
  const message = TEXT_RULES[issue.message] ?? issue.message;
  if (issue.code === 'unrecognized_keys') return `${path} has an unknown field: ${issue.keys.join(', ')}.`;
  if (issue.input === undefined && issue.code !== 'custom') return `${path} is missing.`;
  if (issue.code === 'invalid_type') return `${path} must be of the type ${issue.expected}.`;
  if (issue.code === 'too_big') return `${path} may have at most ${issue.maximum} characters or entries.`;
  if (issue.code === 'too_small') return `${path} is empty.`;
  if (issue.code === 'invalid_value') return `${path} must be one of ${issue.values.join(', ')}.`;
  if (issue.code === 'invalid_format') return `${path} must be a day such as 2026-12-01.`;
  if (issue.code === 'custom') return `${path} ${message}.`;
  if (issue.code === 'invalid_union' && issue.errors.length === 0)
    return `${path} must be one of featured, row, numbered, band, cover, quote, picks.`;
  return `${path} ${message}.`;
}

function pathOf(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text.replace(/^\./, '') || 'The content';
}

/** Where content does not fit the catalogue (`mistakes`: it cannot be published), or may not be meant (`notes`). */
export type HomeReview = { mistakes: readonly string[]; notes: readonly string[] };

export async function reviewHome(db: Database, { sections }: HomeContent, today: string): Promise<HomeReview> {
  const known = await findProductIdsByIsbn(db, sections.flatMap(isbnsOf));
  const mistakes = sections.flatMap((section, index) =>
    isbnsOf(section)
      .filter((isbn) => !known.has(isbn))
      .map((isbn) => `sections[${index}] has the ISBN ${isbn}, which is not for sale in this shop.`),
  );
  return { mistakes, notes: sections.flatMap((section, index) => notesOn(section, `sections[${index}]`, today)) };
}

function notesOn(section: HomeContentSection, path: string, today: string): string[] {
  const missing = LOCALES.filter((locale) => textsOf(section).some((texts) => texts[locale] === undefined));
  return [
    ...(missing.length > 0 ? [`${path} has no text in ${missing.join(', ')}: its readers get the English one.`] : []),
    ...(section.to !== undefined && section.to < today ? [`${path} ended on ${section.to} and is not shown.`] : []),
  ];
}

function textsOf(section: HomeContentSection): HomeTexts[] {
  const picks = section.form === 'picks' ? section.picks.map(({ text }) => text) : [];
  const own = [
    ...('title' in section ? [section.title] : []),
    ...('text' in section && section.text ? [section.text] : []),
  ];
  return [...own, ...picks];
}

/** The titles that a section names itself. */
export function isbnsOf(
  section: { picks: readonly { book: string }[] } | { book: string } | { books: HomeBooks },
): readonly string[] {
  if ('picks' in section) return section.picks.map(({ book }) => book);
  if ('book' in section) return [section.book];
  return Array.isArray(section.books) ? section.books : [];
}

/** Whether a section is shown on a day in Malaysia. */
export function isShownOn({ from, to }: Pick<HomeContentSection, 'from' | 'to'>, day: string): boolean {
  return (from === undefined || from <= day) && (to === undefined || day <= to);
}
