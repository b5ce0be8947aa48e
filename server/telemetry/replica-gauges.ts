import { Gauge, type Registry } from 'prom-client';

/** What `RecentReads` knows of a replica. */
type WatchedReplica = { name: string; isUsable: () => boolean; ageSeconds: () => number };

export function registerReplicaGauges(registry: Registry, replicas: readonly WatchedReplica[]): void {
  const options = { labelNames: ['replica'] as const, registers: [registry] };
  new Gauge({
    ...options,
    name: 'database_replica_used',
    help: 'Whether pages and reports are read at this replica (1) or it is away or too far behind (0).',
    collect() {
      for (const replica of replicas) this.set({ replica: replica.name }, Number(replica.isUsable()));
    },
  });
  new Gauge({
    ...options,
    name: 'database_replica_age_seconds',
    help: 'How old what is read at this replica may be at most.',
    collect() {
      for (const replica of replicas) this.set({ replica: replica.name }, replica.ageSeconds());
    },
  });
}
