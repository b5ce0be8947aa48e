import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import type { Database } from '../db/connection.ts';
import { feedChunk, feedFile } from '../db/tables.ts';

/** Bytes of a row, compressed. */
const CHUNK_BYTES = 256 * 1024;

/** A file of a generation that is being written: compressed as it comes and stored in parts, so that memory stays the same. */
export class FeedFile {
  readonly path: string;
  readonly #db: Database;
  readonly #generation: number;
  readonly #gzip = createGzip({ level: 6 });
  readonly #hash = createHash('sha256');
  readonly #stored: Promise<void>;
  size = 0;

  constructor(db: Database, { generation, path }: { generation: number; path: string }) {
    this.#db = db;
    this.#generation = generation;
    this.path = path;
    this.#stored = this.#store();
    // Whoever writes or closes gets the failure.
    this.#stored.catch(() => {});
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.size += bytes.length;
    this.#hash.update(bytes);
    if (!this.#gzip.write(bytes)) await Promise.race([once(this.#gzip, 'drain'), this.#stored]);
  }

  async close(): Promise<void> {
    this.#gzip.end();
    await this.#stored;
    const hash = this.#hash.digest('base64url').slice(0, 27);
    await this.#db.insert(feedFile).values({ generation: this.#generation, path: this.path, hash, size: this.size });
  }

  async #store(): Promise<void> {
    let position = 0;
    let parts: Buffer[] = [];
    const save = async () => {
      const data = Buffer.concat(parts);
      parts = [];
      if (data.length > 0)
        await this.#db
          .insert(feedChunk)
          .values({ generation: this.#generation, path: this.path, position: position++, data });
    };
    for await (const part of this.#gzip) {
      parts.push(part as Buffer);
      if (parts.reduce((sum, one) => sum + one.length, 0) >= CHUNK_BYTES) await save();
    }
    await save();
  }
}
