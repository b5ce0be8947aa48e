import { Gauge, type Registry } from 'prom-client';

/** When a nightly backup was last found good, and whether a later one failed. */
export type FindBackups = () => Promise<{ checkedAt: Date | undefined; hasFailed: boolean }>;

/** What cannot be read, since the database is away, stays as it was read last. */
export function registerBackupGauges(registry: Registry, findBackups: FindBackups): void {
  const find = () => findBackups().catch(() => undefined);
  new Gauge({
    name: 'backup_failed',
    help: 'Whether the last nightly backup could not be made, restored or verified (1).',
    registers: [registry],
    async collect() {
      const found = await find();
      if (found) this.set(Number(found.hasFailed));
    },
  });
  new Gauge({
    name: 'backup_checked_timestamp_seconds',
    help: 'When a nightly backup was last restored and found good; 0 for never.',
    registers: [registry],
    async collect() {
      const found = await find();
      if (found) this.set((found.checkedAt?.getTime() ?? 0) / 1000);
    },
  });
}
