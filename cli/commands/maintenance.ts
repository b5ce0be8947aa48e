import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type pg from 'pg';
import { refreshSearchStatistics } from '../../server/catalogue/search-index.ts';
import { redactConfig } from '../../server/config.ts';
import { COVER, SAMPLE_PAGE, type PictureKind } from '../../server/covers/encode-picture.ts';
import { listMissingFiles } from '../../server/covers/store-picture.ts';
import { databaseOn, withUnlimitedClient, type Database } from '../../server/db/connection.ts';
import { withMigrationLock } from '../../server/db/migrate.ts';
import { canSeedDemo, seedDemo } from '../../server/demo/seed-demo.ts';
import type { ObjectStorage } from '../../server/integrations/object-storage.ts';
import { InvalidBackupError, type BackupHead } from '../../server/maintenance/backup.ts';
import { UnwritableBackupError, writeBackupFile } from '../../server/maintenance/backup-file.ts';
import { runIntegrityChecks, type CheckResult } from '../../server/maintenance/integrity-checks.ts';
import { renewSecret } from '../../server/maintenance/renew-secret.ts';
import { RestoreError, restoreBackup } from '../../server/maintenance/restore-backup.ts';
import { prepareDatabase } from '../../server/services.ts';
import { auditOperator, CommandError, hasShop, requireCurrentSchema, type Command } from '../command.ts';
import { formatFields, formatTime, withProgress } from '../output.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: "Migrate the database to this program's schema.",
  requires: 'database',
  run: async (_, connect) => {
    const applied = await prepareDatabase(connect);
    if (applied.length === 0) return { text: 'The database is up to date.', data: { ran: applied } };
    const about = applied.join(' ');
    await withUnlimitedClient(connect, (client) => auditOperator(databaseOn(client), { verb: 'migrate', about }));
    return { text: `Applied ${applied.join(', ')}.`, data: { ran: applied } };
  },
};

export const seedCommand: Command = {
  name: 'seed',
  summary: 'Seed an empty shop with the demo: catalogue, coupons, accounts, orders.',
  isAudited: true,
  requires: 'shop',
  run: (_, { deps, connect }) =>
    withMigrationLock(connect, async () => {
      if (!(await canSeedDemo(deps)))
        throw new CommandError('The shop has titles already; the demo is only for an empty one.');
      await withProgress('Titles', (onProgress) => seedDemo(deps, onProgress));
      await refreshSearchStatistics(connect);
      return { text: 'The demo shop is ready.', data: { seeded: true } };
    }),
};

export const configCommand: Command = {
  name: 'config',
  summary: 'Show the settings in force by the names of their variables, without secrets.',
  requires: 'nothing',
  run: async (_, config) => {
    const data = redactConfig(config);
    const fields = Object.entries(data).map(([name, value]) => [name, formatSetting(value)]);
    return { text: formatFields(Object.fromEntries(fields)), data };
  },
};

function formatSetting(value: unknown): string {
  if (value === null) return '(not set)';
  return Array.isArray(value) ? value.join(' ') || '(none)' : String(value);
}

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Run the integrity checks of stock, coupons, orders, payments, emails and the audit trail. Reads only.',
  requires: 'shop',
  run: async (_, { connect, deps }) => {
    const checks = await withProgress('Checks', (onProgress) => runIntegrityChecks(connect, onProgress));
    const files = await Promise.all([checkFiles(deps, COVER), checkFiles(deps, SAMPLE_PAGE)]);
    const results = [...checks, ...files];
    const failed = results.filter(({ rows }) => rows.length > 0);
    const result = {
      text: results.map(formatCheck).join('\n'),
      data: { sound: failed.length === 0, findings: results },
    };
    if (failed.length === 0) return result;
    return { ...result, failure: `${failed.length} of ${results.length} integrity checks failed.` };
  },
};

const MAX_MISSING_FILES = 20;

/** What no query finds: a backup restored without the files of its pictures, or a bucket that lost some. */
async function checkFiles(store: { db: Database; storage: ObjectStorage }, kind: PictureKind): Promise<DoctorResult> {
  const missing = await listMissingFiles(store, kind, MAX_MISSING_FILES);
  return {
    check: `${kind.name}: every stored ${kind.name} has its files`,
    rows: missing.map((key) => ({ missing: key })),
  };
}

type DoctorResult = Pick<CheckResult, 'rows'> & { check: string };

function formatCheck({ check, rows }: DoctorResult): string {
  if (rows.length === 0) return `passed  ${check}`;
  return [`FAILED  ${check}`, ...rows.map((row) => `          ${JSON.stringify(row)}`)].join('\n');
}

const renewSecretCommand: Command = {
  name: 'renew-secret',
  summary: 'Make anew with the newest AUTH_SECRET what the database keeps by older ones, so that those can be dropped.',
  isAudited: true,
  requires: 'shop',
  run: async (_, { deps }) => {
    const data = await renewSecret(deps);
    const { authenticators, orders, tickets, alerts, requests } = data;
    const links = orders + tickets + alerts + requests;
    return { text: `Renewed ${authenticators} authenticator apps and ${links} links of guests.`, data };
  },
};

const backupCommand: Command = {
  name: 'backup',
  args: ['FILE'],
  summary: 'Back up the whole shop, as it is at this moment, to a file; the shop stays open meanwhile.',
  requires: 'database',
  run: async ({ args: [file = ''] }, connect) => {
    await requireCurrentSchema(connect);
    const entry = { verb: 'backup', about: basename(file) };
    const audit = () => withUnlimitedClient(connect, (client) => auditOperator(databaseOn(client), entry));
    const head = await writeBackup(connect, file, audit);
    return { text: `The shop as of ${formatTime(head.at)} is in ${file}.`, data: { file, ...head } };
  },
};

const restoreCommand: Command = {
  name: 'restore',
  args: ['FILE'],
  summary: 'Restore the shop from a backup. Servers must be stopped; customers have to sign in again.',
  requires: 'database',
  run: async ({ args: [file = ''] }, connect) => {
    const replaced = await backUpReplacedShop(connect, file);
    try {
      const writeAuditEntry = (tx: Database) => auditOperator(tx, { verb: 'restore', about: basename(file) });
      const head = await withProgress('Tables', (onProgress) =>
        restoreBackup(connect, file, { onProgress, writeAuditEntry }),
      );
      const where = replaced ? ` The replaced shop is in ${replaced}.` : '';
      return { text: `Restored the shop as of ${formatTime(head.at)}.${where}`, data: { file, replaced, ...head } };
    } catch (error) {
      if (!(error instanceof InvalidBackupError || error instanceof RestoreError)) throw error;
      if (replaced) await rm(replaced);
      throw new CommandError(error.message);
    }
  },
};

export const upkeepCommands: readonly Command[] = [backupCommand, restoreCommand, renewSecretCommand];

async function writeBackup(connect: pg.PoolConfig, file: string, audit?: () => Promise<void>): Promise<BackupHead> {
  try {
    return await withProgress('Tables', (onProgress) => writeBackupFile(connect, file, { onProgress, audit }));
  } catch (error) {
    throw error instanceof UnwritableBackupError ? new CommandError(error.message) : error;
  }
}

/** Backs up the shop that a restore is about to replace, beside the backup and with the time in its name; null without a shop. */
async function backUpReplacedShop(connect: pg.PoolConfig, file: string): Promise<string | null> {
  if (!(await hasShop(connect))) return null;
  const replaced = `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  if (existsSync(replaced))
    throw new CommandError(`${replaced} exists already, and may be the only copy of its contents.`);
  await writeBackup(connect, replaced);
  return replaced;
}
