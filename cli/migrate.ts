import { databaseOn, onPatientClient } from '../server/db/connection.ts';
import { prepareDatabase } from '../server/shop.ts';
import { noteOperator } from './note-operator.ts';
import type { Verb } from './verb.ts';

export const migrate: Verb = {
  name: 'migrate',
  summary: "Bring the database's schema up to this program's.",
  opens: 'database',
  run: async (_, connect) => {
    const ran = await prepareDatabase(connect);
    if (ran.length === 0) return { text: 'The database was up to date.', data: { ran } };
    const about = ran.join(' ');
    await onPatientClient(connect, (client) => noteOperator(databaseOn(client), { verb: 'migrate', about }));
    return { text: `Done: ${ran.join(', ')}.`, data: { ran } };
  },
};
