import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRIORITIES, type Priority } from '#contract/priority.ts';
import { ConcurrencyLimit, giveWay, MOST_IN_PROGRESS } from './concurrency.ts';

const STEP_MS = 5;
const STEPS_PER_SECOND = 1000 / STEP_MS;
const STEPS_PER_TURN = 10;
/** What a browsing crowd asks for; of a page only what is not cached counts here. */
const SHARES: Partial<Record<Priority, number>> = {
  optional: 0.2,
  browse: 0.4,
  account: 0.2,
  'sign-in': 0.05,
  checkout: 0.15,
};
const KINDS = PRIORITIES.filter((priority) => SHARES[priority] !== undefined);

type Seconds = { taken: number; waits: number[]; shed: Map<Priority, number>; offered: Map<Priority, number> };

/**
 * A server that answers `perSecond` requests, first in first out, by a clock of its own. Returns what came of each second's requests.
 * `loads`: how many times that is asked for in each second.
 */
function simulate(perSecond: number, loads: readonly number[]): Seconds[] {
  const limit = new ConcurrencyLimit();
  const queue: { priority: Priority; at: number; second: Seconds }[] = [];
  const owed = new Map<Priority, number>();
  let work = 0;
  return loads.map((load, place) => {
    const second: Seconds = { taken: 0, waits: [], shed: new Map(), offered: new Map() };
    for (let step = 0; step < STEPS_PER_SECOND; step += 1) {
      const now = place * 1000 + step * STEP_MS;
      for (const priority of KINDS) {
        let due = (owed.get(priority) ?? 0) + (perSecond * load * SHARES[priority]!) / STEPS_PER_SECOND;
        for (; due >= 1; due -= 1) {
          second.offered.set(priority, (second.offered.get(priority) ?? 0) + 1);
          if (limit.admits(priority)) {
            limit.begin();
            queue.push({ priority, at: now, second });
          } else second.shed.set(priority, (second.shed.get(priority) ?? 0) + 1);
        }
        owed.set(priority, due);
      }
      work = Math.min(work + perSecond / STEPS_PER_SECOND, Math.max(queue.length, 1));
      for (; work >= 1 && queue.length > 0; work -= 1) {
        const done = queue.shift()!;
        const ms = now + STEP_MS - done.at;
        limit.end(done.priority, ms);
        done.second.taken += 1;
        done.second.waits.push(ms);
      }
      if (step % STEPS_PER_TURN === 0) limit.turn(0);
    }
    return second;
  });
}

const times = (count: number, load: number) => Array<number>(count).fill(load);
const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
const shedShare = (seconds: readonly Seconds[], priority: Priority) =>
  sum(seconds.map(({ shed }) => shed.get(priority) ?? 0)) /
  sum(seconds.map(({ offered }) => offered.get(priority) ?? 0));

test('in an overload nothing that is taken waits long, the server stays busy, and it recovers at once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 40, max: 800 }), fc.double({ min: 2, max: 10, noNaN: true }), (perSecond, load) => {
      const seconds = simulate(perSecond, [...times(5, 0.5), ...times(20, load), ...times(6, 0.5)]);
      const [before, overloaded, after] = [seconds.slice(0, 5), seconds.slice(7, 25), seconds.slice(26)];
      expect(before.flatMap(({ shed }) => [...shed])).toEqual([]);
      expect(Math.max(...overloaded.flatMap(({ waits }) => waits))).toBeLessThan(1000);
      expect(sum(overloaded.map(({ taken }) => taken))).toBeGreaterThan(0.7 * perSecond * overloaded.length);
      expect(after.flatMap(({ shed }) => [...shed])).toEqual([]);
    }),
  );
});

test('what matters less is given up first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 800 }), fc.double({ min: 2, max: 6, noNaN: true }), (perSecond, load) => {
      const overloaded = simulate(perSecond, times(20, load)).slice(2);
      const shares = KINDS.map((priority) => shedShare(overloaded, priority));
      for (const [place, share] of shares.entries()) expect(share).toBeLessThanOrEqual((shares[place - 1] ?? 1) + 0.05);
    }),
  );
});

test('a page of the cache waits for the event loop alone', () => {
  const limit = new ConcurrencyLimit();
  for (let count = 0; count < MOST_IN_PROGRESS; count += 1) limit.begin();
  expect(PRIORITIES.filter((priority) => limit.admits(priority))).toEqual(['page']);
  for (let turn = 0; turn < 20; turn += 1) limit.turn(1000);
  expect(limit.admits('page')).toBe(false);
});

test('a single pause of the process is no overload, one that lasts is, and the least important go first', () => {
  const limit = new ConcurrencyLimit();
  limit.turn(400);
  expect(PRIORITIES.every((priority) => limit.admits(priority))).toBe(true);
  for (let turn = 0; turn < 20; turn += 1) limit.turn(500);
  expect(PRIORITIES.filter((priority) => limit.admits(priority))).toEqual(['account', 'staff', 'sign-in', 'checkout']);
});

test('a few slow requests among many do not lower the limit, exports and the back office never do', () => {
  const limit = new ConcurrencyLimit();
  const finish = (priority: Priority, ms: number) => {
    limit.begin();
    limit.end(priority, ms);
  };
  for (let turn = 0; turn < 50; turn += 1) {
    for (const ms of [5000, 1, 1, 1, 1]) finish('browse', ms);
    for (const ms of [5000, 5000, 5000, 5000, 5000]) finish('staff', ms);
    limit.turn(0);
  }
  expect(limit.limit).toBe(MOST_IN_PROGRESS);
  for (const ms of [5000, 5000, 1, 1, 1]) finish('browse', ms);
  limit.turn(0);
  expect(limit.limit).toBeLessThan(MOST_IN_PROGRESS);
});

test('background work waits while many requests are in progress, and goes on in a rush that does not end', async () => {
  const limit = new ConcurrencyLimit();
  for (let request = 0; request < 3; request += 1) limit.begin();
  expect(limit.isBusy).toBe(false);
  limit.begin();
  expect(limit.isBusy).toBe(true);
  let looks = 0;
  const until = (calm: number) => ({
    get isBusy() {
      looks += 1;
      return looks <= calm;
    },
  });
  await giveWay(until(3));
  expect(looks).toBe(4);
  looks = 0;
  await giveWay(until(Number.POSITIVE_INFINITY));
  expect(looks).toBe(10);
});
