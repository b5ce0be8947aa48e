import { expect, test } from 'vitest';
import { machineUser } from './machine-user.ts';

test('the user of the machine is told by name', () => {
  expect(machineUser(() => ({ username: 'mei' }))).toBe('mei');
});

test('and by number where it has none, as in a container', () => {
  const nobody = () => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)');
  };
  expect(machineUser(nobody)).toBe(`uid ${process.getuid?.()}`);
});
