import { userInfo } from 'node:os';

/** Who calls, for the records: the user of this machine, by number where it has no name, as in some containers. */
export function machineUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
