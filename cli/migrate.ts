import { prepareDatabase } from '../server/shop.ts';
import type { Verb } from './verb.ts';

export const migrate: Verb = {
  name: 'migrate',
  summary: "Bring the database's schema up to this program's.",
  opens: 'database',
  run: async (_, connect) => {
    const ran = await prepareDatabase(connect);
    return { text: ran.length > 0 ? `Done: ${ran.join(', ')}.` : 'The database was up to date.', data: { ran } };
  },
};
