import { expect, test } from 'vitest';
import { readEvents } from './read-events.ts';

async function read(...chunks: string[]) {
  const heard: string[] = [];
  let beats = 0;
  const body = new Blob(chunks).stream();
  await readEvents(body, { onData: (data) => heard.push(data), onLife: () => beats++ });
  return { heard, beats };
}

test('each event is told once it is whole, and a heartbeat is none', async () => {
  const { heard, beats } = await read(':\n\n', 'data: orders\n\ndata: tick', 'ets\n\n:\n\ndata: cut');
  expect(heard).toEqual(['orders', 'tickets']);
  expect(beats).toBeGreaterThan(0);
});

test('an answer without events is no event', async () => {
  expect((await read('')).heard).toEqual([]);
});
