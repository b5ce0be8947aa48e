import { useState } from 'react';

let keys = 0;
/** An item with a key of its own while the order changes. */
export type Keyed<Item> = { key: number; item: Item };
export const keyed = <Item>(item: Item): Keyed<Item> => ({ key: (keys += 1), item });

/** Items in an order that somebody changes. */
export function useKeyedList<Item>(initial: () => readonly Item[]) {
  const [list, setList] = useState(() => initial().map(keyed));
  return {
    list,
    items: list.map(({ item }) => item),
    load: (items: readonly Item[]) => setList(items.map(keyed)),
    add: (item: Item) => setList((before) => [...before, keyed(item)]),
    change: (key: number, item: Item) =>
      setList((before) => before.map((one) => (one.key === key ? { key, item } : one))),
    remove: (key: number) => setList((before) => before.filter((one) => one.key !== key)),
    /** Puts an item at a place; beyond the ends it stays at the end. */
    moveTo: (key: number, place: number) =>
      setList((before) => {
        const moved = before.find((one) => one.key === key);
        const others = before.filter((one) => one.key !== key);
        return moved ? others.toSpliced(Math.max(0, place), 0, moved) : before;
      }),
  };
}
