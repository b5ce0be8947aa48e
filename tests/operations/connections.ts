import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The state of a connection that neither side has closed, in the kernel's table. */
const ESTABLISHED = '01';

/** Opens connections to a port of this machine that each send the same and read nothing; closed after the test. */
export async function openConnections(port: number, count: number, text: string): Promise<Socket[]> {
  const open = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.pause();
    socket.write(text);
    return new Promise<Socket>((resolve) => socket.once('connect', () => resolve(socket)));
  };
  const sockets = await Promise.all(Array.from({ length: count }, open));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return sockets;
}

/** The first line that a server sent, of which the rest stays unread; nothing where it only closed the connection. */
export function readFirstLine(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (bytes) => {
      socket.pause();
      resolve(String(bytes).split('\r\n')[0]!);
    });
    if (socket.closed) resolve('');
    socket.once('close', () => resolve(''));
    socket.resume();
  });
}

/** How many connections a server of this machine holds at its port, with those that it has not accepted yet. */
export function countConnections(port: number): number {
  const place = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(place) && state === ESTABLISHED).length;
}
