import pg from 'pg';

/** What to do with what is told on a channel, and after a time in which something may have been missed. */
export type Channel = { onTold: (payload: string) => void; onGap: () => void };

/**
 * Hears what the database tells on channels, on one connection of its own, opened again when it breaks. `onGap` runs
 * after each (re)connection: what was told meanwhile was missed.
 */
export function listenTo(
  connect: pg.PoolConfig,
  channels: Readonly<Record<string, Channel>>,
): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const open = async () => {
    client = new pg.Client({ ...connect, keepAlive: true });
    client.on('notification', ({ channel, payload = '' }) => channels[channel]?.onTold(payload));
    client.on('error', () => client?.end().catch(() => {}));
    client.once('end', () => {
      if (!isStopped) timer = setTimeout(open, 1000);
    });
    try {
      await client.connect();
      for (const name of Object.keys(channels)) await client.query(`LISTEN ${pg.escapeIdentifier(name)}`);
      for (const { onGap } of Object.values(channels)) onGap();
    } catch {
      await client.end().catch(() => {});
    }
  };
  void open();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
