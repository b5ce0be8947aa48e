import autocannon, { type Client } from 'autocannon';
import type { Workload } from './workloads.ts';

export const CONNECTIONS = 10;

/** `failed` responses were not 2xx, or none; `sent` counts the warm-up too. Times in milliseconds. */
export type Figures = { name: string; perSecond: number; p50: number; p99: number; failed: number; sent: number };

/** Every connection begins at another of the requests, so that no two send the same one at once. Seconds of measuring and of warm-up. */
export async function measure(
  url: string,
  { name, requests }: Workload,
  { seconds, warmUp }: { seconds: number; warmUp: number },
): Promise<Figures> {
  const run = async (duration: number) => {
    let connection = 0;
    const setupClient = (client: Client) => {
      ignoreBodies(client);
      const first = Math.floor((requests.length * connection++) / CONNECTIONS);
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    };
    return autocannon({ url, connections: CONNECTIONS, duration, requests, setupClient });
  };
  const { requests: before } = await run(warmUp);
  const { requests: rate, latency, non2xx, errors } = await run(seconds);
  const failed = non2xx + errors;
  return { name, perSecond: rate.average, p50: latency.p50, p99: latency.p99, failed, sent: before.total + rate.total };
}

/**
 * The load generator makes a string of every body. For compressed bytes that took longer than the server's whole work, so
 * that the larger of two pages seemed slower than it is.
 */
function ignoreBodies(client: Client): void {
  const { pipelinedRequests } = client as Client & { pipelinedRequests: { addBody: (bytes: Buffer) => void } };
  pipelinedRequests.addBody = () => {};
}
