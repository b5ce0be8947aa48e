import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { rateLimitSubject } from '../limits.ts';
import type { FastifyInstance } from 'fastify';

/**
 * How many connections one IP address may have; how long one may be idle (milliseconds), also while a response waits to be
 * read; and how fast a response has to be read at least (bytes per second) after the grace period.
 */
export type ConnectionLimits = { perAddress: number; idleTimeout: number; grace: number; minBytesPerSecond: number };

const CONNECTION_LIMITS: ConnectionLimits = {
  perAddress: 128,
  idleTimeout: 40_000,
  grace: 20_000,
  minBytesPerSecond: 4096,
};

/** Behind a proxy every connection is the proxy's; it bounds what its clients may have. */
export function connectionLimits({ rateLimits, trustProxy }: Config): ConnectionLimits {
  return { ...CONNECTION_LIMITS, ...((!rateLimits || trustProxy > 0) && { perAddress: Infinity }) };
}

/** Closes connections beyond an address's limit, and those whose client does not read its response. */
export function enforceConnectionLimits(
  server: Server,
  { perAddress, grace, minBytesPerSecond }: ConnectionLimits,
): void {
  const sockets = new Set<Socket>();
  const held = new Map<string, number>();
  const readings = new WeakMap<Socket, PendingResponse>();
  server.on('connection', (socket) => {
    const address = rateLimitSubject(socket.remoteAddress ?? '');
    const others = held.get(address) ?? 0;
    if (others >= perAddress) return socket.destroy();
    held.set(address, others + 1);
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      const left = held.get(address)! - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    });
  });
  const check = () => {
    for (const socket of sockets) {
      const reading = measurePending(socket, readings.get(socket));
      if (!reading) readings.delete(socket);
      else if (reading.forMs - grace > (reading.bytes / minBytesPerSecond) * 1000) socket.destroy();
      else readings.set(socket, reading);
    }
  };
  const timer = setInterval(check, grace / 4).unref();
  server.once('close', () => clearInterval(timer));
}

/** A response that is being read: since when, bytes read before it, how long it takes so far and how many bytes it has. */
type PendingResponse = { since: number; takenBefore: number; forMs: number; bytes: number };

/** Nothing where everything has been taken. */
function measurePending(socket: Socket, before: PendingResponse | undefined): PendingResponse | undefined {
  const waiting = socket.writableLength;
  if (waiting === 0) return undefined;
  const taken = socket.bytesWritten - waiting;
  const { since, takenBefore } = before ?? { since: performance.now(), takenBefore: taken };
  return { since, takenBefore, forMs: performance.now() - since, bytes: taken - takenBefore + waiting };
}

/**
 * Makes `app.close()` wait for running requests only. Node's own `closeIdleConnections` leaves connections alone that
 * have sent no request yet, which proxies keep in reserve. Returns how to begin draining: from then on each response
 * closes its connection, so that a proxy opens its next one elsewhere.
 */
export function drainConnections(app: FastifyInstance): () => void {
  const idle = new Set<Socket>();
  let isDraining = false;
  app.server.on('connection', (socket: Socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  app.server.on('request', ({ socket }, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) void reply.header('Connection', 'close');
  });
  app.addHook('preClose', async () => {
    isDraining = true;
    for (const socket of idle) socket.destroy();
  });
  return () => {
    isDraining = true;
  };
}
