import { underLock } from '../server/db/migrate.ts';
import { mayBeSeeded, seedDemo } from '../server/demo/seed-demo.ts';
import { withProgress } from './progress.ts';
import { Failure, type Verb } from './verb.ts';

export const seed: Verb = {
  name: 'seed',
  summary: 'Fill an empty shop with the demo: catalogue, coupons, accounts, orders.',
  changes: true,
  opens: 'shop',
  run: (_, { deps, connect }) =>
    underLock(connect, async () => {
      if (!(await mayBeSeeded(deps)))
        throw new Failure('The shop has titles already; the demo goes only into an empty one.');
      await withProgress('Titles', (onProgress) => seedDemo(deps, onProgress));
      return { text: 'The demo shop is ready.', data: { seeded: true } };
    }),
};
