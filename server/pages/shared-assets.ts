import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import PQueue from 'p-queue';
import type { ObjectStorage } from '../integrations/object-storage.ts';

/** The folders of a build whose assets browsers load, by the paths that they are served from. */
const FOLDERS = { '/assets/': 'shop', '/customer/assets/': 'customer', '/admin/assets/': 'admin' } as const;
/** The types of assets, by the ends of their names. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};
/** A name that changes with its contents. */
const HASHED = /^[\w.-]+-[\w-]{8}\.(?:js|css|woff2)$/;
const BUILDS = 'builds/';
const ASSETS = 'assets/';
const KEPT_BUILDS = 5;
const PUTS_AT_ONCE = 8;
/** How often other builds are looked for at most, in milliseconds: whoever asks for names at random costs nothing more. */
const REFRESH_MS = 2000;

/** A build in the storage: when it was published first, and its assets as `shop/main-abcd1234.js`. */
type Published = { key: string; assets: readonly string[] };

/**
 * The assets of other builds. While servers are replaced one by one, a page of one build may ask a server of the other for its
 * scripts; each publishes its own to the storage that all share.
 */
export class SharedAssets {
  readonly #storage: ObjectStorage;
  readonly #dist: string;
  #known = new Set<string>();
  #refreshedAt = -Infinity;
  #refreshing: Promise<void> | undefined;

  constructor(storage: ObjectStorage, dist: string) {
    this.#storage = storage;
    this.#dist = dist;
  }

  /** Stores the assets of this build that are not there yet, and deletes those of builds before the newest five. */
  async publish(now = Date.now()): Promise<void> {
    const assets = await this.#listOwn();
    const digest = createHash('sha256').update(assets.join('\n')).digest('hex').slice(0, 16);
    const builds = await this.#listBuilds();
    // The build is known before its files come, so that a server that prunes leaves them.
    if (!builds.some(({ key }) => key.endsWith(`-${digest}.json`))) {
      const key = `${BUILDS}${String(now).padStart(15, '0')}-${digest}.json`;
      await this.#storage.put(key, Buffer.from(JSON.stringify(assets)), 'application/json');
    }
    const stored = new Set<string>();
    for await (const key of this.#storage.list(ASSETS)) stored.add(key);
    const queue = new PQueue({ concurrency: PUTS_AT_ONCE });
    await queue.addAll(assets.filter((name) => !stored.has(keyOf(name))).map((name) => () => this.#put(name)));
    await this.#prune();
  }

  /** Sends an asset of another build; false where there is none of this path. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const name = request.method === 'GET' ? nameOf(request.url) : undefined;
    if (name === undefined || !(await this.#isKnown(name))) return false;
    const contents = await this.#storage.get(keyOf(name));
    if (!contents) return false;
    await reply
      .type(TYPES[extname(name)]!)
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .send(contents);
    return true;
  }

  async #isKnown(name: string): Promise<boolean> {
    if (!this.#known.has(name) && performance.now() - this.#refreshedAt > REFRESH_MS)
      await (this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined)));
    return this.#known.has(name);
  }

  async #refresh(): Promise<void> {
    this.#refreshedAt = performance.now();
    this.#known = new Set((await this.#listBuilds()).flatMap(({ assets }) => assets));
  }

  async #listOwn(): Promise<string[]> {
    const names = await Promise.all(
      Object.values(FOLDERS).map(async (folder) =>
        (await readdir(join(this.#dist, folder, 'assets')))
          .filter((name) => HASHED.test(name))
          .map((name) => `${folder}/${name}`),
      ),
    );
    return names.flat().toSorted();
  }

  async #listBuilds(): Promise<Published[]> {
    const keys: string[] = [];
    for await (const key of this.#storage.list(BUILDS)) keys.push(key);
    const builds = await Promise.all(keys.toSorted().map((key) => this.#readBuild(key)));
    return builds.filter((build) => build !== undefined);
  }

  async #readBuild(key: string): Promise<Published | undefined> {
    const contents = await this.#storage.get(key);
    return contents && { key, assets: JSON.parse(contents.toString()) as string[] };
  }

  async #put(name: string): Promise<void> {
    const [folder = '', file = ''] = name.split('/');
    const contents = await readFile(join(this.#dist, folder, 'assets', file));
    await this.#storage.put(keyOf(name), contents, TYPES[extname(file)]!);
  }

  async #prune(): Promise<void> {
    const builds = await this.#listBuilds();
    const old = builds.slice(0, -KEPT_BUILDS);
    const kept = new Set(builds.slice(-KEPT_BUILDS).flatMap(({ assets }) => assets));
    for (const { key, assets } of old) {
      for (const name of assets) if (!kept.has(name)) await this.#storage.delete(keyOf(name));
      await this.#storage.delete(key);
    }
  }
}

/** Names have letters of both cases, keys only small ones. */
function keyOf(name: string): string {
  return ASSETS + Buffer.from(name).toString('hex');
}

function nameOf(url: string): string | undefined {
  const path = url.split('?')[0]!;
  const [prefix, folder] = Object.entries(FOLDERS).find(([start]) => path.startsWith(start)) ?? [];
  const file = prefix === undefined ? '' : path.slice(prefix.length);
  return HASHED.test(file) ? `${folder}/${file}` : undefined;
}
