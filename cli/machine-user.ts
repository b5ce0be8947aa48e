import { userInfo } from 'node:os';

/** Who calls, for the records: the user of this machine, by number where it has no name, as in some containers. */
export function machineUser(ask: () => { username: string } = userInfo): string {
  try {
    return ask().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
