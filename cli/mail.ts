import { listMails, MAIL_STATES, requireMail, type MailSummary } from '../server/mails/mail-summaries.ts';
import { Refusal } from '../server/refuse.ts';
import { limitOf, limitOption, oneOf } from './list-options.ts';
import { facts, table, time } from './table.ts';
import { Failure, type Verb } from './verb.ts';

const list: Verb = {
  name: 'mail list',
  options: { state: { hint: 'STATE', summary: `Only mails that are ${MAIL_STATES.join(', ')}.` }, ...limitOption },
  summary: 'List the newest mails, sent and waiting.',
  opens: 'shop',
  run: async (call, { deps: { db } }) => {
    const mails = await listMails(db, { limit: limitOf(call), state: oneOf(call, 'state', MAIL_STATES) });
    return { text: table(mails.map(rowOf)) || 'There are no such mails.', data: mails };
  },
};

const show: Verb = {
  name: 'mail show',
  takes: ['ID'],
  summary: 'Show a mail as its reader gets it.',
  opens: 'shop',
  run: async ({ words }, { deps: { db, config } }) => {
    const found = await requireMail(db, config.shopName, words[0]!).catch((error: unknown) => {
      throw error instanceof Refusal ? new Failure(`There is no mail ${words[0]}.`) : error;
    });
    const { to, subject, state, created_at, sent_at, last_error, text } = found;
    const about = {
      To: to,
      Subject: subject,
      State: state,
      Written: time(created_at),
      Sent: time(sent_at),
      'Last error': last_error,
    };
    return { text: `${facts(about)}\n\n${text}`, data: found };
  },
};

export const mailVerbs: readonly Verb[] = [list, show];

function rowOf({ id, to, kind, state, created_at, attempts }: MailSummary) {
  return { id, to, kind, state, written: time(created_at), attempts };
}
