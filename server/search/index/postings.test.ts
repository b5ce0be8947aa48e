import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptColumns } from '../../../tests/kept-columns.ts';
import { between, lookingAt } from './fills.ts';
import { Postings, PostingsWriter } from './postings.ts';
import { either, firstInAll, ranksInAll, replaceAmong, type Ranks } from './ranks.ts';
import { RankSet } from './rank-sets.ts';

const LISTS = 5;
/** Which lists each rank from 1 on is in. */
const memberships = fc.array(fc.uniqueArray(fc.nat(LISTS - 1)), { minLength: 1, maxLength: 300 });
const listOf = (ranks: Ranks) => [...(ranks instanceof RankSet ? ranks.all() : ranks)];

function store(lists: readonly (readonly number[])[]): Postings {
  const writer = new PostingsWriter();
  for (const entries of lists) {
    for (const entry of entries) writer.add(entry);
    writer.endRank();
  }
  const { store: keep, column } = keptColumns();
  writer.finish('lists', { lists: LISTS, listsOf: (entry, tell) => tell(entry) }, keep);
  return new Postings('lists', { column, lastRank: lists.length });
}

test('a union has the ranks that are in one of its lists, in order', () => {
  fc.assert(
    fc.property(memberships, fc.subarray([0, 1, 2, 3, 4]), (lists, wanted) => {
      const expected = lists.flatMap((list, index) => (list.some((one) => wanted.includes(one)) ? [index + 1] : []));
      expect(listOf(store(lists).union(wanted))).toEqual(expected);
    }),
  );
});

test('lists of few ranks that lie far apart are kept exactly', () => {
  const far = [1, 127, 128, 255, 16_384, 16_385, 70_000, 2_200_000];
  const lists = Array.from({ length: 2_200_000 }, () => [] as number[]);
  for (const rank of far) lists[rank - 1]!.push(3);
  expect(listOf(store(lists).union([3]))).toEqual(far);
});

test('long lists are read together, as far as they are asked for', () => {
  const steps = [37, 41, 43, 47, 53];
  const inLists = (rank: number) => steps.flatMap((step, list) => (rank % step === 0 ? [list] : []));
  const long = store(Array.from({ length: 150_000 }, (_, index) => inLists(index + 1)));
  const expected = Array.from({ length: 150_000 }, (_, index) => index + 1).filter((rank) => inLists(rank).length > 0);
  const union = () => long.union([0, 1, 2, 3, 4]);
  expect(union()).toBeInstanceOf(RankSet);
  expect(listOf(union())).toEqual(expected);
  expect([...firstInAll([union()], 2000)]).toEqual(expected.slice(0, 2000));
  const [first, far] = [expected[10]!, expected.at(-1)!];
  expect([...firstInAll([union(), Uint32Array.of(first, first + 1, far)], 3)]).toEqual(
    [first, first + 1, far].filter((rank) => inLists(rank).length > 0),
  );
});

const LAST_RANK = 100_000;
const anyRank = fc.integer({ min: 1, max: LAST_RANK });

test('a set that is found as far as it is asked for is the same in whatever order it is asked', () => {
  const column = fc.array(fc.nat(20), { minLength: 1, maxLength: 9 }).map((some) => {
    return Uint32Array.from({ length: LAST_RANK + 1 }, (_, rank) => some[(rank * rank) % some.length]!);
  });
  const setting = fc.record({ column, others: fc.array(anyRank), asked: fc.array(anyRank), limit: fc.nat(40_000) });
  fc.assert(
    fc.property(setting, fc.boolean(), ({ column: numbers, others, asked, limit }, isTested) => {
      const looked = setOf(Uint32Array.from(others));
      const isMember = (rank: number) => {
        const number = numbers[rank]!;
        return (number >= 4 && number <= 9) !== (looked.has(rank) && rank % 2 === 0);
      };
      const fills = [between(() => numbers, [4, 9]), lookingAt(looked, isMember)];
      const set = new RankSet(new Uint32Array((LAST_RANK >>> 5) + 1), { fills, ...(isTested && { isMember }) });
      for (const rank of asked) expect(set.has(rank)).toBe(isMember(rank));
      const all = Array.from(numbers.keys()).filter(isMember);
      expect([...firstInAll([set], limit)]).toEqual(all.slice(0, limit));
    }),
    { numRuns: 30 },
  );
});

const someRanks = fc
  .record({ ranks: fc.uniqueArray(fc.integer({ min: 1, max: 400 })), isSet: fc.boolean() })
  .map(({ ranks, isSet }): Ranks => {
    const inOrder = Uint32Array.from(ranks).sort();
    return isSet ? setOf(inOrder) : inOrder;
  });

function setOf(ranks: Uint32Array): RankSet {
  const set = new RankSet();
  for (const rank of ranks) set.add(rank);
  return set;
}

test('lists and sets are combined alike', () => {
  fc.assert(
    fc.property(fc.array(someRanks, { minLength: 1, maxLength: 4 }), fc.nat(50), (all, limit) => {
      const [first, ...others] = all.map(listOf);
      const common = first!.filter((rank) => others.every((one) => one.includes(rank)));
      expect([...ranksInAll(all)].flatMap((chunk) => [...chunk])).toEqual(common);
      expect([...firstInAll(all, limit)]).toEqual(common.slice(0, limit));
      expect(listOf(either(all))).toEqual([...new Set(all.flatMap(listOf))].toSorted((a, b) => a - b));
    }),
  );
});

test('some ranks are replaced by others', () => {
  fc.assert(
    fc.property(someRanks, someRanks, someRanks, (ranks, changed, found) => {
      const [gone, others] = [listOf(changed), listOf(found)];
      const left = listOf(ranks).filter((rank) => !gone.includes(rank));
      const expected = [...left, ...others.filter((rank) => gone.includes(rank))].toSorted((a, b) => a - b);
      const replaced = replaceAmong(ranks, setOf(Uint32Array.from(gone)), (rank) => others.includes(rank));
      expect(listOf(replaced)).toEqual(expected);
    }),
  );
});
