import { Counter, Gauge, type Registry } from 'prom-client';

/** How requests for pages were answered since the start. */
export type PageCacheCounts = Readonly<Record<'fresh' | 'stale' | 'rendered', number>>;

type PoolFacts = { totalCount: number; idleCount: number; waitingCount: number };

export type WebFacts = {
  streams: { size: number };
  search: { isIndexed: () => boolean; secondsBehind: () => number };
  pageCache: PageCacheCounts;
};

/** What each process knows of itself, read when somebody asks. */
export function registerProcessGauges(registry: Registry, pool: PoolFacts): void {
  const gauge = gaugesOf(registry);
  gauge('database_pool_connections', 'Connections of the pool for requests.', () => pool.totalCount);
  gauge('database_pool_idle', 'Connections of the pool that nobody uses.', () => pool.idleCount);
  gauge('database_pool_waiting', 'Statements that wait for a connection.', () => pool.waitingCount);
}

/** What a process that answers readers knows besides. */
export function registerWebGauges(registry: Registry, { streams, search, pageCache }: WebFacts): void {
  const gauge = gaugesOf(registry);
  gauge('live_streams', 'Open streams of events.', () => streams.size);
  gauge('search_indexed', 'Whether searches are answered by the index of this server (1) or by the database (0).', () =>
    Number(search.isIndexed()),
  );
  gauge('search_index_behind_seconds', 'For how long changes may have been missing from the index.', () =>
    search.secondsBehind(),
  );
  new Counter({
    name: 'page_cache_requests_total',
    help: 'Requests for pages that a fresh or stale cached page answered, or that had to wait until it was rendered.',
    labelNames: ['answer'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [answer, count] of Object.entries(pageCache)) this.inc({ answer }, count);
    },
  });
}

const gaugesOf = (registry: Registry) => (name: string, help: string, value: () => number) =>
  new Gauge({ name, help, registers: [registry], collect: read(value) });

const read = (value: () => number) =>
  function (this: Gauge) {
    this.set(value());
  };
