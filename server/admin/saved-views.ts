import { asc, eq, sql } from 'drizzle-orm';
import type { OrderFilter, SavedView } from '#contract/admin.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { savedView } from '../db/tables.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { runAsStaff } from './staff-action.ts';

const MAX_VIEWS = 30;

export function savedViewHandlers(deps: Deps): Pick<Handlers, 'listSavedViews' | 'saveView' | 'removeView'> {
  return {
    listSavedViews: async () => ({ rows: await listSavedViews(deps.db) }),
    saveView: ({ body, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'view save', about: body.name }, (inside) =>
        saveView(inside.db, body),
      ),
    removeView: ({ body, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'view remove', about: body.id }, (inside) =>
        removeView(inside.db, body.id),
      ),
  };
}

function listSavedViews(db: Database): Promise<SavedView[]> {
  return db.select().from(savedView).orderBy(asc(savedView.name)).limit(MAX_VIEWS);
}

/** Saves a view, in the place of one of the same name. Throws `too_many`. */
async function saveView(tx: Database, view: { name: string; filter: OrderFilter }): Promise<void> {
  await lockKeys(tx, ['saved views']);
  await tx
    .insert(savedView)
    .values(view)
    .onConflictDoUpdate({ target: savedView.name, set: { filter: sql`excluded.filter` } });
  if ((await tx.$count(savedView)) > MAX_VIEWS) throwApiError('too_many');
}

/** Throws `not_found`. */
async function removeView(tx: Database, id: string): Promise<void> {
  const [removed] = await tx.delete(savedView).where(eq(savedView.id, id)).returning({ id: savedView.id });
  requireFound(removed);
}
