import { expect, test } from 'vitest';
import { shareRuns } from './share-runs.ts';

/** Work that ends when it is told to, and counts its runs. */
function countedWork() {
  const runs: PromiseWithResolvers<number>[] = [];
  const ask = shareRuns(() => {
    runs.push(Promise.withResolvers<number>());
    return runs.at(-1)!.promise;
  });
  return { runs, ask };
}

test('whoever asks while it runs shares the next run', async () => {
  const { runs, ask } = countedWork();
  const [first, second, third] = [ask(), ask(), ask()];
  expect(runs.length).toBe(1);
  runs[0]!.resolve(1);
  expect(await first).toBe(1);
  expect(runs.length).toBe(2);
  const fourth = ask();
  runs[1]!.resolve(2);
  expect([await second, await third]).toEqual([2, 2]);
  runs[2]!.resolve(3);
  expect(await fourth).toBe(3);
  expect(runs.length).toBe(3);
});

test('a run that fails fails for those who asked for it only', async () => {
  const { runs, ask } = countedWork();
  const [first, second] = [ask(), ask()];
  runs[0]!.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  runs[1]!.resolve(2);
  expect(await second).toBe(2);
  const third = ask();
  runs[2]!.resolve(3);
  expect(await third).toBe(3);
});
