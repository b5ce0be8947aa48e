import { listMails, MAIL_STATES, requireMail, type MailSummary } from '../server/mails/mail-summaries.ts';
import { resendMail, type NotResent } from '../server/mails/resend-mail.ts';
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
  run: async ({ words }, { deps }) => {
    const found = await requireMail(deps, words[0]!).catch(noSuchMail(words[0]!));
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

const NOT_RESENT: Record<NotResent, string> = {
  waiting: 'waits to be sent already.',
  key_forgotten: 'held a link that was forgotten when it was sent; have a new one mailed instead.',
};

const resend: Verb = {
  name: 'mail resend',
  takes: ['ID'],
  summary: 'Send a mail once more, such as one that was parked after too many tries.',
  changes: true,
  opens: 'shop',
  run: async ({ words }, { deps }) => {
    const id = words[0]!;
    const { state } = await requireMail(deps, id).catch(noSuchMail(id));
    const reason = await resendMail(deps, id);
    if (reason) throw new Failure(`The mail ${id} ${NOT_RESENT[reason]}`);
    return { text: `The mail ${id} is on its way again.`, data: { id, was: state } };
  },
};

export const mailVerbs: readonly Verb[] = [list, show, resend];

function noSuchMail(id: string) {
  return (error: unknown): never => {
    throw error instanceof Refusal ? new Failure(`There is no mail ${id}.`) : error;
  };
}

function rowOf({ id, to, kind, state, created_at, attempts }: MailSummary) {
  return { id, to, kind, state, written: time(created_at), attempts };
}
