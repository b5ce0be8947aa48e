import { once } from 'node:events';

/** Has a server collect its garbage, by the inspector that listens at this port of this machine. */
export async function collectGarbage(port: number): Promise<void> {
  const list = await fetch(`http://127.0.0.1:${port}/json/list`, { headers: { connection: 'close' } });
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[];
  const inspector = new WebSocket(target!.webSocketDebuggerUrl);
  await once(inspector, 'open');
  const answered = once(inspector, 'message');
  inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await answered;
  inspector.close();
}
