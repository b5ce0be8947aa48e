import pg from 'pg';

/**
 * Hears what the database tells on a channel, on a connection of its own, opened again when it breaks. `onGap` runs
 * after each (re)connection: what was told meanwhile was missed.
 */
export function listenTo(
  connect: pg.PoolConfig,
  channel: string,
  { onTold, onGap }: { onTold: (payload: string) => void; onGap: () => void },
): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const open = async () => {
    client = new pg.Client({ ...connect, keepAlive: true });
    client.on('notification', ({ payload = '' }) => onTold(payload));
    client.on('error', () => client?.end().catch(() => {}));
    client.once('end', () => {
      if (!isStopped) timer = setTimeout(open, 1000);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      onGap();
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
