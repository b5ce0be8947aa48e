import { DrizzleQueryError } from 'drizzle-orm';
import type { Logger } from '../log.ts';
import { listHosts } from './address.ts';
import { asDatabaseError, type Connection } from './connection.ts';
import { Replica } from './replica.ts';

/** A database to read from, as it is and where statements are planned once a connection, if that is possible there. */
export type ReadSource = { db: Connection; preparedDb: Connection };

type Work<T> = (source: ReadSource) => Promise<T>;

/** `size`: connections to each replica. */
type RecentReadsSettings = { url: string | undefined; size: number; log?: Logger | undefined };

/**
 * Where to read what may be a moment old: at a replica that follows closely, else at the primary. Nothing that leads to a
 * write is read here. Without replicas everything is read at the primary.
 */
export class RecentReads {
  readonly replicas: readonly Replica[];
  readonly #primary: ReadSource;
  readonly #log: Logger | undefined;
  #next = 0;

  constructor(primary: ReadSource, { url, size, log }: RecentReadsSettings) {
    this.#primary = primary;
    this.#log = log;
    const settings = { primary: primary.db.$client, size, log };
    this.replicas = url ? listHosts(url).map((host) => new Replica({ ...host, ...settings })) : [];
  }

  /** Reads what may be two seconds old, but has everything that was committed before the last {@link distrust}. */
  async read<T>(work: Work<T>): Promise<T> {
    return this.#readAt(this.#choose(), work);
  }

  /** Reads what has everything that was committed before: whoever has just written something finds it. */
  async readCurrent<T>(work: Work<T>): Promise<T> {
    return this.#readAt(await this.#chooseCurrent(), work);
  }

  /** Where to read a long list from, part by part, as {@link readCurrent} does; a failure is not repeated. */
  async currentDatabase(): Promise<Connection> {
    return ((await this.#chooseCurrent()) ?? this.#primary).db;
  }

  /** From now on a replica is read once it has everything that is committed by now, as after a notification. */
  distrust(): void {
    for (const replica of this.replicas) replica.distrust();
  }

  async stop(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.stop()));
  }

  /** The next that is fit, one after the other. */
  #choose(): Replica | undefined {
    const usable = this.replicas.filter((replica) => replica.isUsable());
    this.#next += 1;
    return usable[this.#next % usable.length];
  }

  async #chooseCurrent(): Promise<Replica | undefined> {
    const replica = this.#choose();
    return (await replica?.catchUp()) ? replica : undefined;
  }

  /** A read that fails at a replica is repeated at the primary: replicas cancel statements that hold up their replay. */
  async #readAt<T>(replica: Replica | undefined, work: Work<T>): Promise<T> {
    if (!replica) return work(this.#primary);
    try {
      return await work(replica);
    } catch (error) {
      if (!(error instanceof DrizzleQueryError)) throw error;
      const cause = asDatabaseError(error);
      if (!cause) replica.fail(error);
      this.#log?.warn({ err: error }, `a read failed at the replica ${replica.name} and is repeated at the primary`);
      return work(this.#primary);
    }
  }
}
