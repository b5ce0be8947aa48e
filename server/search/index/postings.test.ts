import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptColumns } from '../../../tests/kept-columns.ts';
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
    fc.property(someRanks, someRanks, someRanks, (ranks, without, found) => {
      const gone = listOf(without);
      const others = listOf(found).filter((rank) => gone.includes(rank));
      const expected = [...listOf(ranks).filter((rank) => !gone.includes(rank)), ...others].toSorted((a, b) => a - b);
      expect(listOf(replaceAmong(ranks, setOf(Uint32Array.from(gone)), Uint32Array.from(others)))).toEqual(expected);
    }),
  );
});
