import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import { requireFound } from '../api-error.ts';
import { pageFacts } from '../content/page-facts.ts';
import { findPageDraft, findPageVersion, listPages } from '../content/page-drafts.ts';
import { readMarkdown } from '../content/read-markdown.ts';
import { publishPage, savePageDraft, textMistake, unpublishPage } from '../content/shop-pages.ts';
import type { ContentVersion } from '../content/content-versions.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { runAsStaff, type Change } from './staff-action.ts';

type Names = Extract<
  keyof typeof ADMIN_ROUTES,
  'listPages' | 'getPage' | 'getPageVersion' | 'savePage' | 'unpublishPage' | 'previewPage'
>;

const withTime = <T extends { at: Date }>(row: T) => ({ ...row, at: row.at.toISOString() });
const withAnyTime = <T extends { at: Date | null }>(row: T) => ({ ...row, at: row.at?.toISOString() ?? null });

/** Their texts are kept as versions of the page. */
export function auditedVersions(made: { before: ContentVersion | undefined; after: ContentVersion }): Change {
  const { before, after } = made;
  const of = ({ version, status }: ContentVersion) => ({ version, status });
  return { before: before ? of(before) : null, after: of(after) };
}

export function shopPageHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, settings } = deps;
  return {
    listPages: async () => ({ rows: (await listPages(db)).map(withAnyTime) }),
    getPage: async ({ params: { slug } }) => {
      const { versions, ...page } = requireFound(await findPageDraft(db, slug));
      return { ...withAnyTime(page), versions: versions.map(withTime) };
    },
    getPageVersion: async ({ params: { slug, version } }) =>
      withTime(requireFound(await findPageVersion(db, slug, version))),
    savePage: ({ body: { slug, version: seen, content, publish }, principal, client, locale }) => {
      const action = { verb: publish ? 'page publish' : 'page save', about: slug };
      return runAsStaff(deps, { principal, client }, action, async (inside, audit) => {
        const save = publish ? publishPage : savePageDraft;
        const made = await save(inside.db, content, { slug, actor: principal.name, seen, locale });
        audit(auditedVersions(made));
        return { version: made.after.version };
      });
    },
    unpublishPage: ({ body: { slug, version: seen }, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'page unpublish', about: slug }, async (inside, audit) => {
        const made = await unpublishPage(inside.db, { slug, actor: principal.name, seen });
        audit(auditedVersions(made));
        return { version: made.after.version };
      }),
    previewPage: async ({ body: { locale, body }, locale: own }) => {
      const { blocks, mistakes } = readMarkdown(body);
      return {
        blocks,
        facts: pageFacts(settings.values, locale),
        mistakes: mistakes.map((mistake) => textMistake(own, mistake)),
      };
    },
  };
}
