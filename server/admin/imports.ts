import { Readable } from 'node:stream';
import type * as imports from '#contract/admin-imports.ts';
import type { AnyImport, ImportDifference, ImportIssueRow, ImportRow } from '#contract/admin-imports.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { delistingsToConfirm, isWorking } from '#domain/catalogue/import-run.ts';
import { eq, sql } from 'drizzle-orm';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { importRun } from '../db/tables.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { startCorrection } from '../imports/corrections.ts';
import { writeDifferences, writeIssues } from '../imports/export-report.ts';
import {
  findLists,
  isFileKept,
  listRuns,
  lockRun,
  requireRun,
  transitionRun,
  type ImportRun,
} from '../imports/import-runs.ts';
import { receivePiece, startUpload } from '../imports/upload.ts';
import { applyRun } from '../imports/work-imports.ts';
import { toPage } from './pages.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

/** Imports of catalogue files. */
export function importHandlers(deps: Deps): Pick<Handlers, keyof typeof imports> {
  const { db, storage } = deps;
  return {
    listImports: async ({ query: { before, limit } }) => {
      const { rows, next } = toPage(await listRuns(db, { before, limit: limit + 1 }), limit, ({ id }) => id);
      return { rows: rows.map(toRow), next };
    },
    getImport: ({ params }) => getImport(deps, params.id),
    startImport: ({ body, principal, client }) => {
      const upload = { ...body, digest: Buffer.from(body.digest, 'hex') };
      return runAsStaff(deps, { principal, client }, { verb: 'import start', about: body.name }, (inside) =>
        startUpload(inside, upload, principal.name),
      );
    },
    sendImportPiece: async ({ params, query, body }) => {
      const { offset, digest } = query;
      const piece = { id: params.id, offset, digest: Buffer.from(digest, 'hex'), contents: Buffer.from(body) };
      return { received: await receivePiece(deps, piece) };
    },
    compareImport: ({ body, principal, client }) => compareImport(deps, { principal, client }, body.id),
    applyImport: ({ body, principal, client }) => applyImport(deps, { principal, client }, body),
    stopImport: ({ body, principal, client }) => stopImport(deps, { principal, client }, body.id),
    correctImport: async ({ body, principal, client }) => {
      const { name } = await requireRun(db, body.id);
      const action = { verb: 'import correct', about: name.slice(0, 100) };
      const { id } = await runAsStaff(deps, { principal, client }, action, (inside) =>
        startCorrection(inside, body, principal.name),
      );
      return { id };
    },
    exportImportDifferences: async ({ params, locale }) =>
      download('differences', writeDifferences(storage, await requireRun(db, params.id), locale)),
    exportImportIssues: async ({ params, locale }) =>
      download('rows', writeIssues(storage, await requireRun(db, params.id), locale)),
  };
}

function download(name: string, csv: AsyncGenerator<string>) {
  const headers = { 'Content-Disposition': `attachment; filename="import-${name}.csv"` };
  return new ResponseWith(Readable.from(csv), { headers });
}

function toRow(run: ImportRun): ImportRow {
  const { id, name, source, corrects, kind, state, isStopping, actor, size, received } = run;
  const { phaseStartedAt, progressAt, done, total, compared, applied, failure, createdAt, changedAt } = run;
  const isBegun = isWorking(state) && phaseStartedAt !== null && progressAt !== null;
  return {
    id,
    name,
    source,
    corrects,
    kind,
    actor,
    size,
    received,
    compared,
    applied,
    failure,
    status: state,
    is_stopping: isStopping,
    progress: isBegun ? { done, total, started_at: phaseStartedAt.toISOString(), at: progressAt.toISOString() } : null,
    created_at: createdAt.toISOString(),
    changed_at: changedAt.toISOString(),
  };
}

async function getImport({ db }: Deps, id: string): Promise<AnyImport> {
  const run = await requireRun(db, id);
  const lists = await findLists(db, id);
  const differences = (name: 'added' | 'changed' | 'prices' | 'delisted') => (lists[name] ?? []) as ImportDifference[];
  const issues = (name: 'set_aside' | 'notes') => (lists[name] ?? []) as ImportIssueRow[];
  return {
    ...toRow(run),
    failure_detail: run.failureDetail,
    compared_at: run.comparedAt?.toISOString() ?? null,
    has_file: isFileKept(run),
    is_correctable: run.origin !== null && ('header' in run.origin || run.origin.isOnlySender),
    unconfirmed: [...delistingsToConfirm(run.delistings, run.confirmed)],
    differences: {
      added: differences('added'),
      changed: differences('changed'),
      prices: differences('prices'),
      delisted: differences('delisted'),
    },
    issues: { set_aside: issues('set_aside'), notes: issues('notes') },
  };
}

/** Runs a change of an import that is kept from others meanwhile, in the audit trail with its state before and after. */
async function changeRun<T>(
  deps: Deps,
  request: StaffRequest,
  { id, verb }: { id: string; verb: string },
  change: (inside: Deps, run: ImportRun) => Promise<T>,
): Promise<T> {
  const { name } = await requireRun(deps.db, id);
  return runAsStaff(deps, request, { verb, about: name.slice(0, 100) }, async (inside, audit) => {
    const before = await lockRun(inside.db, id);
    const done = await change(inside, before);
    const after = await requireRun(inside.db, id);
    const confirmed = after.confirmed.length > before.confirmed.length ? { confirmed: after.confirmed } : {};
    audit({ before: { status: before.state }, after: { status: after.state, ...confirmed } });
    return done;
  });
}

function compareImport(deps: Deps, request: StaffRequest, id: string): Promise<void> {
  return changeRun(deps, request, { id, verb: 'import compare' }, async ({ db, jobs }, run) => {
    if (!isFileKept(run)) throwApiError('too_late');
    await transitionRun(db, run, 'compare', { actor: request.principal.name });
    await jobs.wakeImports(db);
  });
}

function applyImport(
  deps: Deps,
  request: StaffRequest,
  { id, confirmed = [] }: BodyOf<typeof imports.applyImport>,
): Promise<{ status: 'applying' | 'unconfirmed' }> {
  return changeRun(deps, request, { id, verb: 'import apply' }, async ({ db, jobs }, run) => {
    if (!isFileKept(run) || run.comparedAt === null) throwApiError('too_late');
    if (run.state === 'applying') return { status: 'applying' };
    // What was confirmed once stays so; what is confirmed unasked does not count.
    const all = run.state === 'unconfirmed' ? [...run.confirmed, ...confirmed] : run.confirmed;
    if (all.length > run.confirmed.length)
      await db.update(importRun).set({ confirmed: all }).where(eq(importRun.id, id));
    const left = delistingsToConfirm(run.delistings, all);
    if (run.state === 'unconfirmed' && left.length > 0) return { status: 'unconfirmed' };
    const status = await applyRun(db, { ...run, confirmed: all }, request.principal.name);
    if (status === 'applying') await jobs.wakeImports(db);
    return { status };
  });
}

/** One that a server works stops after the batch in hand; any other stops at once. */
function stopImport(deps: Deps, request: StaffRequest, id: string): Promise<void> {
  return changeRun(deps, request, { id, verb: 'import stop' }, async ({ db, jobs }, run) => {
    if (!isWorking(run.state) || run.phaseStartedAt === null) return transitionRun(db, run, 'stop');
    await db
      .update(importRun)
      .set({ isStopping: true, changedAt: sql`now()` })
      .where(eq(importRun.id, id));
    await jobs.wakeImports(db);
  });
}
