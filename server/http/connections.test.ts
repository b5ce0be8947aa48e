import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type ConnectionLimits, drainConnections } from './connections.ts';
import { createFastify } from './fastify.ts';
import { text } from 'node:stream/consumers';

/** More than the buffers of two sockets hold. */
const LARGE = randomBytes(32 * 1024 * 1024);
const QUIET = { LOG_LEVEL: 'silent', DEMO: '1' };
const PATIENT: ConnectionLimits = { perAddress: 10, idleTimeout: 60_000, grace: 60_000, minBytesPerSecond: 1 };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server with something large and something that never ends, and how to connect to it. */
async function open(connections: Partial<ConnectionLimits>, environment: Record<string, string> = {}) {
  const config = readConfig({ ...QUIET, ...environment });
  const app = await createFastify(config, { connections: { ...PATIENT, ...connections } });
  app.get('/large', async () => LARGE);
  app.get('/small', async () => 'small');
  app.get('/stream', async (request, reply) => {
    const stream = new PassThrough();
    const beat = setInterval(() => stream.write(':\n\n'), 20);
    request.raw.once('close', () => clearInterval(beat));
    return reply.type('text/event-stream').send(stream);
  });
  const { port } = new URL(await app.listen({ port: 0 }));
  closing.push(() => app.close());
  return { app, dial: () => dial(Number(port)) };
}

function dial(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  closing.push(() => socket.destroy());
  return socket;
}

function ask(socket: Socket, path: string): Socket {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`);
  return socket;
}

const heldBy = ({ server }: FastifyInstance) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
const until = (app: FastifyInstance, count: number) => expect.poll(() => heldBy(app), { timeout: 30_000 }).toBe(count);

test('a connection that never reads its response is closed', async () => {
  const { app, dial: call } = await open({ idleTimeout: 300 });
  ask(call().pause(), '/large');
  await until(app, 1);
  await until(app, 0);
});

test('an idle connection is closed', async () => {
  const { app, dial: call } = await open({ idleTimeout: 300 });
  call();
  await until(app, 1);
  await until(app, 0);
});

test('a connection that reads too slowly is closed', async () => {
  const { app, dial: call } = await open({ grace: 200, minBytesPerSecond: 1024 ** 3 });
  const socket = ask(call(), '/large');
  socket.on('data', () => {
    socket.pause();
    setTimeout(() => socket.resume(), 50);
  });
  await until(app, 1);
  await until(app, 0);
});

test('a client that keeps reading gets the whole response', async () => {
  const { dial: call } = await open({ grace: 200, minBytesPerSecond: 1024 });
  const socket = ask(call(), '/large');
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length;
    if (bytes > LARGE.length) break;
  }
  expect(bytes).toBeGreaterThan(LARGE.length);
});

test('an event stream outlives the idle timeout', async () => {
  const { dial: call } = await open({ idleTimeout: 2000, grace: 200, minBytesPerSecond: 1024 ** 3 });
  const socket = ask(call(), '/stream');
  let beats = 0;
  for await (const chunk of socket) {
    beats += String(chunk).split(':\n\n').length - 1;
    if (beats >= 200) break;
  }
  expect(beats).toBeGreaterThanOrEqual(200);
});

test('the number of connections per address is limited', async () => {
  const { app, dial: call } = await open({ perAddress: 3 });
  const held = Array.from({ length: 3 }, call);
  await until(app, 3);
  const ended = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
  await ended(call());
  held[0]!.destroy();
  await until(app, 2);
  const response = ask(call(), '/small');
  expect(String((await response.take(1).toArray())[0])).toContain('200 OK');
});

test('connections are not counted behind a proxy or in load tests', async () => {
  const { idleTimeout, grace, minBytesPerSecond } = PATIENT;
  for (const environment of [{ TRUST_PROXY: '1' }, { RATE_LIMITS: 'off' }]) {
    const config = readConfig({ ...QUIET, ...environment });
    const app = await createFastify(config, { connections: { idleTimeout, grace, minBytesPerSecond } });
    closing.push(() => app.close());
    const { port } = new URL(await app.listen({ port: 0 }));
    Array.from({ length: 150 }, () => dial(Number(port)));
    await until(app, 150);
  }
});

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** A server whose `/slow` responds on demand. */
async function slowServer() {
  const app = Fastify();
  const drain = drainConnections(app);
  const { promise: asked, resolve: sayAsked } = Promise.withResolvers<void>();
  const { promise: answered, resolve: response } = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    sayAsked();
    await answered;
    return 'done';
  });
  app.get('/quick', async () => 'done');
  await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  return { app, drain, port, asked, response };
}

test('closing waits for running requests, not for idle connections', async () => {
  const { app, port, asked, response } = await slowServer();
  const silent = await openSocket(port);
  const running = await openSocket(port);
  running.write('GET /slow HTTP/1.1\r\nHost: shop.test\r\n\r\n');
  await asked;
  const closed = app.close();
  await new Promise((resolve) => silent.once('close', resolve));
  response();
  expect(await text(running)).toMatch(/200 OK[^]*connection: close[^]*done/i);
  await closed;
});

test('a draining server closes each connection after its next response', async () => {
  const { app, drain, port } = await slowServer();
  const ask = () => fetch(`http://127.0.0.1:${port}/quick`).then((response) => response.headers.get('connection'));
  expect(await ask()).toBe('keep-alive');
  drain();
  expect(await ask()).toBe('close');
  await app.close();
});
