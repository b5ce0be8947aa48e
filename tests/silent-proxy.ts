import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';

/**
 * A proxy before a PostgreSQL whose open connections can fall silent: nothing is transferred any more and no error is raised,
 * as when a host is gone or a firewall has forgotten them. New connections work.
 */
export async function silentProxy(target: pg.PoolConfig) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(
      target.host!.startsWith('/')
        ? { path: join(target.host!, `.s.PGSQL.${target.port}`) }
        : { host: target.host!, port: Number(target.port) },
    );
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    connect: { ...target, host: '127.0.0.1', port },
    fallSilent: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
