import { desc, eq } from 'drizzle-orm';
import type { AnyTitle, HistoryEntry } from '#contract/admin-catalogue.ts';
import { storedCoverPath } from '#contract/covers.ts';
import { saleStateOf } from '#domain/catalogue/availability.ts';
import { ancestors, childSubjects, isSubject, parentSubject, TOP_SUBJECTS } from '#domain/catalogue/subject.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import type { Locale } from '#domain/locale.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { subjectName } from '#messages/subject-names.ts';
import { editableTitle, requireTitle, saveTitle, versionOf, type TitleChanges } from '../catalogue/edit-title.ts';
import { coverInputOf } from '../catalogue/product-covers.ts';
import type { Deps } from '../context.ts';
import { coverPath } from '../covers/cover-path.ts';
import type { Database } from '../db/connection.ts';
import { cover, coverImage, productHistory, variant } from '../db/tables.ts';
import { subjectsNamed } from '../search/named-subjects.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

/** All that staff see of a title. Throws `not_found`. */
export async function requireAnyTitle({ db }: Deps, id: number, locale: Locale): Promise<AnyTitle> {
  const [stored, covers, history] = await Promise.all([requireTitle(db, id), listCovers(db, id), listHistory(db, id)]);
  const today = dayInMalaysia(new Date().toISOString());
  const { formats, subjects, ...facts } = editableTitle(stored);
  const authors = stored.contributors.filter(({ role }) => role === 'author');
  const input = coverInputOf({ ...stored, authors, series: stored.series[0] ?? null });
  return {
    ...facts,
    slug: stored.slug,
    is_listed: stored.isListed,
    version: versionOf(stored),
    cover: [...covers.values()][0]?.path ?? coverPath(input),
    subjects: subjects.map((code) => ({ code, name: subjectName(code, locale) })),
    formats: stored.formats.map((one, place) => ({
      ...formats[place]!,
      id: one.id,
      stock: one.stock,
      state: saleStateOf(
        { ...one, published: one.published ?? stored.published, rights: [], rightsElsewhere: null },
        today,
      ),
      cover: covers.get(one.id) ?? null,
      sources: one.sources.map(({ sender, reference, sentAt }) => ({
        sender,
        reference,
        sent_at: new Date(sentAt).toISOString(),
      })),
    })),
    history,
  };
}

/** The covers of a title's formats, by these. */
async function listCovers(db: Database, productId: number) {
  const { hash, width, height, color } = coverImage;
  const rows = await db
    .select({ id: variant.id, origin: cover.origin, image: { hash, width, height, color } })
    .from(variant)
    .innerJoin(cover, eq(cover.variantId, variant.id))
    .innerJoin(coverImage, eq(coverImage.hash, cover.imageHash))
    .where(eq(variant.productId, productId))
    .orderBy(variant.id);
  return new Map(rows.map(({ id, origin, image }) => [id, { path: storedCoverPath(productId, image), origin }]));
}

const HISTORY_LIMIT = 100;
const MAX_VALUE = 300;

async function listHistory(db: Database, productId: number): Promise<HistoryEntry[]> {
  const rows = await db
    .select()
    .from(productHistory)
    .where(eq(productHistory.productId, productId))
    .orderBy(desc(productHistory.id))
    .limit(HISTORY_LIMIT);
  return rows.map(({ at, actor, source, variantId, changes }) => ({
    actor,
    source,
    at: at.toISOString(),
    variant_id: variantId,
    changes: Object.entries(changes).map(([field, [before, after]]) => ({
      field,
      before: valueText(field, before),
      after: valueText(field, after),
    })),
  }));
}

/** A stored value as text; prices in RM. */
function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field.endsWith('_price')) return ringgitFromSen(Number(value)).toFixed(2);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

/** Saves a title under the name of the member of staff. Throws as {@link saveTitle} does. */
export async function saveTitleAsStaff(
  deps: Deps,
  request: StaffRequest,
  { changes, locale }: { changes: TitleChanges; locale: Locale },
): Promise<{ version: string }> {
  const action = { verb: 'title save', about: String(changes.id) };
  const version = await runAsStaff(deps, request, action, ({ db }) =>
    saveTitle(db, changes, { actor: request.principal.name, locale }),
  );
  return { version };
}

type SubjectQuery = { q?: string | undefined; below?: string | undefined };

/** Subjects by name or code, else those below one, else the top level. */
export function listSubjects({ q = '', below }: SubjectQuery, locale: Locale) {
  const code = q.toUpperCase();
  const typed = foldForSearch(q);
  const named = typed === '' ? [] : subjectsNamed(typed, locale).map((one) => one.code);
  const codes =
    q === '' ? (below ? childSubjects(below) : TOP_SUBJECTS) : [...(isSubject(code) ? [code] : []), ...named];
  return [...new Set(codes)].map((one) => ({
    code: one,
    name: subjectName(one, locale),
    path:
      parentSubject(one) === undefined
        ? []
        : ancestors(one)
            .filter(isSubject)
            .map((above) => subjectName(above, locale)),
    has_children: childSubjects(one).length > 0,
  }));
}
