import type { AnyTitle } from '#contract/admin-catalogue.ts';
import type { BookFormat } from '#domain/catalogue/product.ts';

/** A title as its form has it: numbers as they are typed, empty for none. */
export type TitleDraft = {
  title: string;
  subtitle: string;
  language: string;
  description: string;
  published: string;
  publisher: string;
  imprint: string;
  contributors: { name: string; role: string }[];
  series: { name: string; number: string }[];
  subjects: { code: string; name: string }[];
  formats: FormatDraft[];
};

export type FormatDraft = {
  /** Null for a new format. */
  id: number | null;
  isbn: string;
  format: BookFormat;
  list_price: string;
  member_price: string;
  pages: string;
  published: string;
  embargo: string;
  expected: string;
  availability: string;
  is_listed: boolean;
};

export const TEXT_FIELDS = ['title', 'subtitle', 'language', 'published', 'publisher', 'imprint'] as const;
const LIST_FIELDS = ['contributors', 'series', 'subjects'] as const;
const FORMAT_FIELDS = [
  'isbn',
  'format',
  'list_price',
  'member_price',
  'pages',
  'published',
  'embargo',
  'expected',
  'availability',
  'is_listed',
] as const;

export function draftOf(title: AnyTitle): TitleDraft {
  const { subtitle, language, description, publisher, imprint, contributors, subjects } = title;
  return {
    title: title.title,
    subtitle,
    language,
    description,
    publisher,
    imprint,
    contributors,
    subjects,
    published: title.published ?? '',
    series: title.series.map(({ name, number }) => ({ name, number: number ?? '' })),
    formats: title.formats.map(({ id, format, is_listed, ...rest }) => ({
      id,
      format,
      is_listed,
      isbn: rest.isbn ?? '',
      list_price: rest.list_price.toFixed(2),
      member_price: rest.member_price.toFixed(2),
      pages: String(rest.pages ?? ''),
      published: rest.published ?? '',
      embargo: rest.embargo ?? '',
      expected: rest.expected ?? '',
      availability: rest.availability ?? '',
    })),
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
const amount = (text: string) => Number(text.trim().replace(',', '.'));

/** What is sent to save a draft. */
export function changesOf(id: number, version: string, draft: TitleDraft) {
  const { contributors, series, subjects, formats, published, ...texts } = draft;
  return {
    id,
    version,
    ...texts,
    contributors,
    published: orNull(published),
    series: series.map(({ name, number }) => ({ name, number: orNull(number) })),
    subjects: subjects.map(({ code }) => code),
    formats: formats.map((one) => ({
      id: one.id,
      format: one.format,
      is_listed: one.is_listed,
      isbn: orNull(one.isbn),
      list_price: amount(one.list_price),
      member_price: amount(one.member_price),
      pages: orNull(one.pages) === null ? null : amount(one.pages),
      published: orNull(one.published),
      embargo: orNull(one.embargo),
      expected: orNull(one.expected),
      availability: orNull(one.availability),
    })),
  };
}

/** A part of a draft that two people changed: where it is, as the form names it, and what each wants. */
export type Conflict = {
  field: (typeof TEXT_FIELDS | typeof LIST_FIELDS | typeof FORMAT_FIELDS)[number] | 'description';
  /** Of which format. */
  format: number | null;
  mine: string;
  theirs: string;
};

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Versions<T> = { base: T; mine: T; theirs: T };
type OnConflict = (conflict: Conflict) => void;

/**
 * Mine with what others changed since `base` and I did not; where both changed something, mine stays for now and is among the
 * conflicts.
 */
export function mergeDrafts(versions: Versions<TitleDraft>): { draft: TitleDraft; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  const onConflict = (conflict: Conflict) => void conflicts.push(conflict);
  const fields = [...TEXT_FIELDS, 'description', ...LIST_FIELDS] as const;
  const draft = mergeFields(versions, { fields, format: null, onConflict });
  return { draft: { ...draft, formats: mergeFormats(versions, onConflict) }, conflicts };
}

type Merging<T> = { fields: readonly (keyof T & Conflict['field'])[]; format: number | null; onConflict: OnConflict };

function mergeFields<T extends object>(
  { base, mine, theirs }: Versions<T>,
  { fields, format, onConflict }: Merging<T>,
): T {
  const merged = { ...mine };
  for (const field of fields) {
    if (isSame(theirs[field], base[field]) || isSame(theirs[field], mine[field])) continue;
    if (isSame(mine[field], base[field])) Object.assign(merged, { [field]: theirs[field] });
    else onConflict({ field, format, mine: describe(mine[field]), theirs: describe(theirs[field]) });
  }
  return merged;
}

/** Formats that others added come with theirs; mine that are new stay last. */
function mergeFormats({ base, mine, theirs }: Versions<TitleDraft>, onConflict: OnConflict): FormatDraft[] {
  const known = theirs.formats.map((other) => {
    const [before, own] = [base, mine].map(({ formats }) => formats.find(({ id }) => id === other.id));
    if (!before || !own) return other;
    const versions = { base: before, mine: own, theirs: other };
    return mergeFields(versions, { fields: FORMAT_FIELDS, format: other.id, onConflict });
  });
  return [...known, ...mine.formats.filter(({ id }) => id === null)];
}

/** A value of a form as one text. */
export function describe(value: unknown): string {
  if (!Array.isArray(value)) return value === true ? '✓' : value === false ? '✗' : String(value);
  return value.map((one: Record<string, string>) => Object.values(one).filter(Boolean).join(' · ')).join('; ');
}

/** The draft with what others want of a conflict. */
export function takeTheirs(draft: TitleDraft, theirs: TitleDraft, { field, format }: Conflict): TitleDraft {
  if (format === null) return { ...draft, [field]: theirs[field as keyof TitleDraft] };
  const wanted = theirs.formats.find(({ id }) => id === format);
  const formats = draft.formats.map((one) =>
    one.id === format && wanted ? { ...one, [field]: wanted[field as keyof FormatDraft] } : one,
  );
  return { ...draft, formats };
}
