import { execFileSync } from 'node:child_process';
import { endAfterwards } from './processes.ts';

/** Whether machines with a network of their own can be had here: by root on Linux, with iproute2. */
export const CAN_CUT = process.getuid?.() === 0 && hasSucceeded(() => ip('netns', 'list'));

/** One machine of a network: what runs in its namespace reaches itself at any time, and the others by its cable. */
export type Machine = { address: string; namespace: string; pullCable(): void; plugCable(): void };

/** Machines on one switch, which this machine is on, too, at `address`. */
export type Network = { address: string; machines: Machine[] };

/** Lays a network of so many machines; gone after the test file. */
export function layNetwork(count: number): Network {
  const id = Array.from({ length: 256 }, (_, place) => place).find(addSwitch);
  if (id === undefined) throw new Error('256 networks are laid already.');
  const [name, addresses] = [nameOf(id), `198.18.${id}`];
  endAfterwards(() => ip('link', 'delete', name));
  ip('address', 'add', `${addresses}.1/24`, 'dev', name);
  ip('link', 'set', name, 'up');
  const machines = Array.from({ length: count }, (_, index) =>
    newMachine(name, `${name}-${index}`, `${addresses}.${index + 2}`),
  );
  return { address: `${addresses}.1`, machines };
}

function nameOf(id: number): string {
  return `halaman${id}`;
}

/** Adds a switch, unless there is one of that number. */
function addSwitch(id: number): boolean {
  return hasSucceeded(() => ip('link', 'add', nameOf(id), 'type', 'bridge'));
}

function newMachine(network: string, namespace: string, address: string): Machine {
  ip('netns', 'add', namespace);
  endAfterwards(() => ip('netns', 'delete', namespace));
  ip('link', 'add', namespace, 'type', 'veth', 'peer', 'name', 'cable', 'netns', namespace);
  ip('link', 'set', namespace, 'master', network, 'up');
  ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'cable');
  for (const device of ['lo', 'cable']) ip('-n', namespace, 'link', 'set', device, 'up');
  return {
    address,
    namespace,
    pullCable: () => ip('link', 'set', namespace, 'down'),
    plugCable: () => ip('link', 'set', namespace, 'up'),
  };
}

function hasSucceeded(run: () => void): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: 'pipe' });
}
