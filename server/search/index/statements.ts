import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** An SQLite file whose statements are compiled once. */
export class Statements {
  readonly #db: DatabaseSync;
  readonly #compiled = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
  }

  /** Runs several statements without values. */
  exec(sql: string): void {
    this.#db.exec(sql);
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#compile(sql).run(...values);
  }

  get<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#compile(sql).get(...values) as T | undefined;
  }

  all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#compile(sql).all(...values) as T[];
  }

  /** Rows one by one; compiled anew, since a statement has one place to stand at. */
  iterate<T>(sql: string): Iterable<T> {
    return this.#db.prepare(sql).iterate() as Iterable<T>;
  }

  /** Runs `work` in one transaction. */
  transaction(work: () => void): void {
    this.#db.exec('BEGIN');
    try {
      work();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#db.close();
  }

  #compile(sql: string): StatementSync {
    let statement = this.#compiled.get(sql);
    if (!statement) this.#compiled.set(sql, (statement = this.#db.prepare(sql)));
    return statement;
  }
}
