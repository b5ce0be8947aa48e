import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import { findAnnouncements, publishAnnouncements } from '../content/announcements.ts';
import { findMenus, publishMenus } from '../content/menus.ts';
import type { ContentVersion } from '../content/content-versions.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { runAsStaff, type Change } from './staff-action.ts';

type Names = Extract<
  keyof typeof ADMIN_ROUTES,
  'getAnnouncements' | 'publishAnnouncements' | 'getMenus' | 'publishMenus'
>;

const withTime = <T extends { at: Date | null }>(written: T) => ({ ...written, at: written.at?.toISOString() ?? null });

function auditedContent({ before, after }: { before: ContentVersion | undefined; after: ContentVersion }): Change {
  const of = ({ version, content }: ContentVersion) => ({ version, content });
  return { before: before ? of(before) : null, after: of(after) };
}

/** What stands around every page: announcements and menus. */
export function siteHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db } = deps;
  return {
    getAnnouncements: async () => withTime(await findAnnouncements(db)),
    publishAnnouncements: ({ body: { version: seen, content }, principal, client, locale }) => {
      const action = { verb: 'announcements publish', about: 'announcements' };
      return runAsStaff(deps, { principal, client }, action, async (inside, audit) => {
        const made = await publishAnnouncements(inside.db, content, { actor: principal.name, seen, locale });
        audit(auditedContent(made));
        return { version: made.after.version };
      });
    },
    getMenus: async () => withTime(await findMenus(db)),
    publishMenus: ({ body: { version: seen, content }, principal, client }) => {
      const action = { verb: content ? 'menus publish' : 'menus reset', about: 'menus' };
      return runAsStaff(deps, { principal, client }, action, async (inside, audit) => {
        const made = await publishMenus(inside.db, content, { actor: principal.name, seen });
        audit(auditedContent(made));
        return { version: made.after.version };
      });
    },
  };
}
