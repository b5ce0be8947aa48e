import { indexAll } from '../server/search/index-all.ts';
import { withProgress } from './progress.ts';
import type { Verb } from './verb.ts';

export const reindex: Verb = {
  name: 'reindex',
  summary: 'Write anew what searching knows of every title.',
  changes: true,
  opens: 'shop',
  run: async (_, { deps }) => {
    const titles = await withProgress('Titles', (onProgress) => indexAll(deps.db, onProgress));
    return { text: `${titles} titles indexed.`, data: { titles } };
  },
};
