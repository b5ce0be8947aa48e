import { expect, test } from 'vitest';
import { keepFor, shareRuns } from './share-runs.ts';

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

test('what was read is kept for its time, a failure is not', async () => {
  let [time, runs] = [0, 0];
  const ask = keepFor(
    100,
    () => (++runs === 2 ? Promise.reject(new Error('no answer')) : Promise.resolve(runs)),
    () => time,
  );
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  time = 99;
  expect(await ask()).toBe(1);
  time = 100;
  await expect(ask()).rejects.toThrow('no answer');
  expect(await ask()).toBe(3);
});
