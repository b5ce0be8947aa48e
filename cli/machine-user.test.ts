import { userInfo } from 'node:os';
import { beforeEach, expect, test, vi } from 'vitest';
import { machineUser } from './machine-user.ts';
import { whoOf } from './who.ts';

vi.mock('node:os', async (original) => ({ ...(await original<object>()), userInfo: vi.fn() }));
const asked = vi.mocked(userInfo);

beforeEach(() => {
  asked.mockImplementation(() => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)');
  });
});

test('the user of the machine is told by name', () => {
  asked.mockReturnValue({ username: 'mei' } as ReturnType<typeof userInfo>);
  expect(machineUser()).toBe('mei');
});

test('and by number where it has none, as in a container', () => {
  expect(machineUser()).toBe(`uid ${process.getuid?.()}`);
  expect(whoOf({ words: [], options: {}, isJson: false })).toBe(machineUser());
});
