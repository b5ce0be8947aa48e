import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import type { DatabaseAddress } from './address.ts';
import { openDatabase, openPool, type Connection, type Pool } from './connection.ts';

/** How far the primary is, and which database it has. */
export type PrimaryPoint = { lsn: string; identity: string };

/** What is read at a replica is at most so old, in milliseconds; one that takes longer to follow the primary is not used. */
export const MAX_AGE_MS = 2000;
/** Between two checks, and between two questions how far a replica is; milliseconds. */
const CHECK_EVERY_MS = 500;
const POLL_MS = 20;
/** A replica that was not used is used again after so many checks that it passed one after the other. */
const PASSES = 3;
/** A read that a replica does not answer within this many milliseconds is repeated at the primary. */
const READ_MS = 3000;

const DATABASE = `SELECT system_identifier || '/' || oid FROM pg_control_system(), pg_database WHERE datname = current_database()`;

/** Behind everything that was committed before it is asked, also where commits do not wait for the disk. */
const PRIMARY_POINT = `SELECT pg_current_wal_insert_lsn()::text AS lsn, (${DATABASE}) AS identity`;

const REPLICA_POINT = `SELECT pg_is_in_recovery() AS "isReplica", pg_last_wal_replay_lsn() >= $1::pg_lsn AS "isCurrent",
  pg_last_wal_replay_lsn()::text AS lsn, pg_last_wal_replay_lsn() < $2::pg_lsn AS "isBehindItself",
  pg_postmaster_start_time()::text AS server, (${DATABASE}) AS identity`;

type ReplicaPoint = {
  isReplica: boolean;
  isCurrent: boolean;
  isBehindItself: boolean | null;
  lsn: string;
  server: string;
  identity: string;
};

export async function readPrimaryPoint(primary: Pool): Promise<PrimaryPoint> {
  const { rows } = await primary.query<PrimaryPoint>(PRIMARY_POINT);
  return rows[0]!;
}

type ReplicaSettings = { name: string; address: DatabaseAddress; primary: Pool; size: number; log: Logger | undefined };

/** Why a replica is not used, as the end of a sentence. */
class UnfitReplicaError extends Error {}

/**
 * One replica, checked all the time: it is used while it has everything that the primary had two seconds ago, and, after
 * {@link distrust}, everything that the primary had then.
 */
export class Replica {
  readonly name: string;
  readonly db: Connection;
  /** The same: a pooler may be before it, whose connections know no statements by name. */
  readonly preparedDb: Connection;
  readonly #settings: ReplicaSettings;
  readonly #checks: Pool;
  readonly #stopping = new AbortController();
  readonly #loop: Promise<void>;
  #wake = () => {};
  #isInUse = false;
  #passes = 0;
  #problem: string | undefined;
  /** What was committed before this moment can be read here. */
  #provenAt = performance.now();
  /** What was committed before this moment has to be read. */
  #requiredAt = -Infinity;
  #last: ReplicaPoint | undefined;

  constructor(settings: ReplicaSettings) {
    this.name = settings.name;
    this.#settings = settings;
    const { size } = settings;
    // It may be a pooler: bounds of a session come from the role.
    const address = { ...settings.address, isPooler: true };
    const onError = (error: Error) => this.fail(error);
    this.db = openDatabase(openPool(address, { size, onError, queryTimeout: READ_MS }));
    this.preparedDb = this.db;
    this.#checks = openPool(address, { size: 1, onError, queryTimeout: MAX_AGE_MS });
    this.#loop = this.#keepChecking();
  }

  /** Whether what is read here now is recent enough. */
  isUsable(): boolean {
    return this.#isInUse && this.#provenAt >= this.#requiredAt && performance.now() - this.#provenAt < MAX_AGE_MS;
  }

  /** How old what can be read here is at most, in seconds. */
  ageSeconds(): number {
    return (performance.now() - this.#provenAt) / 1000;
  }

  /** From now on everything that is committed by now has to be there. */
  distrust(): void {
    this.#requiredAt = performance.now();
    this.#wake();
  }

  /** Not used until it passes some checks again. */
  fail(error: Error): void {
    if (this.#stopping.signal.aborted) return;
    this.#passes = 0;
    const problem = error instanceof UnfitReplicaError ? error.message : 'does not answer';
    if (this.#isInUse || this.#problem !== problem)
      this.#settings.log?.warn({ err: error }, `the replica ${this.name} is not used: it ${problem}`);
    this.#problem = problem;
    this.#isInUse = false;
  }

  /** Waits until it has what the primary has at this moment; false where it does not come so far in time. */
  async catchUp(): Promise<boolean> {
    if (!this.isUsable()) return false;
    try {
      await this.#follow(await readPrimaryPoint(this.#settings.primary));
      return true;
    } catch {
      return false;
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#loop;
    await Promise.all([this.#checks.end(), this.db.$client.end()]);
  }

  async #keepChecking(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const startedAt = performance.now();
      const point = await readPrimaryPoint(this.#settings.primary).catch(() => undefined);
      // Without its primary nothing is known of a replica; what was proven of it becomes too old.
      if (point) await this.#check(point, startedAt);
      await this.#rest();
    }
  }

  async #check(point: PrimaryPoint, startedAt: number): Promise<void> {
    try {
      await this.#follow(point);
      this.#provenAt = startedAt;
      this.#passes += 1;
    } catch (error) {
      this.fail(error as Error);
    }
    if (this.#isInUse || this.#passes < PASSES) return;
    this.#isInUse = true;
    this.#problem = undefined;
    this.#settings.log?.info(`the replica ${this.name} is used`);
  }

  /** Waits until it has replayed what the primary had at a point. */
  async #follow(primary: PrimaryPoint): Promise<void> {
    const end = performance.now() + MAX_AGE_MS;
    for (;;) {
      const found = await this.#ask(primary);
      if (found.isCurrent) return;
      if (performance.now() > end || this.#stopping.signal.aborted)
        throw new UnfitReplicaError(`lags by more than ${MAX_AGE_MS / 1000} seconds`);
      await pause(POLL_MS);
    }
  }

  async #ask({ lsn, identity }: PrimaryPoint): Promise<ReplicaPoint> {
    const { rows } = await this.#checks.query<ReplicaPoint>(REPLICA_POINT, [lsn, this.#last?.lsn ?? null]);
    const found = rows[0]!;
    const last = this.#last;
    this.#last = found;
    if (!found.isReplica) throw new UnfitReplicaError('is no replica: it takes writes');
    if (found.identity !== identity) throw new UnfitReplicaError('has another database than the primary');
    if (last && last.server !== found.server) throw new UnfitReplicaError('was restarted, or leads to several servers');
    if (found.isBehindItself) throw new UnfitReplicaError('went back to an earlier state');
    return found;
  }

  async #rest(): Promise<void> {
    const mustHurry = () => this.#isInUse && this.#provenAt < this.#requiredAt;
    await pause(POLL_MS);
    if (mustHurry() || this.#stopping.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CHECK_EVERY_MS);
    this.#wake = () => {
      if (mustHurry() || this.#stopping.signal.aborted) resolve();
    };
    await promise;
    clearTimeout(timer);
  }
}
