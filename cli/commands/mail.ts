import { resendEmail, type NotResentReason } from '../../server/emails/outbox.ts';
import { EMAIL_STATES, listEmails, requireEmail } from '../../server/emails/stored-emails.ts';
import type { Services } from '../../server/services.ts';
import { CommandError, orNotFound, type Command } from '../command.ts';
import { formatFields, formatTime } from '../output.ts';
import { listCommand, showCommand } from '../resource-commands.ts';

const NOT_RESENT_MESSAGES: Record<NotResentReason, string> = {
  waiting: 'is already queued.',
  key_forgotten: 'contained a link whose key was deleted when it was sent; have a new link emailed instead.',
};

const resendCommand: Command = {
  name: 'mail resend',
  args: ['ID'],
  summary: 'Send an email again, such as one that was dead-lettered after twelve attempts.',
  isAudited: true,
  requires: 'shop',
  run: async ({ args: [id = ''] }, shop) => {
    const { state } = await findEmail(shop, id);
    const reason = await resendEmail(shop.deps, id);
    if (reason) throw new CommandError(`The email ${id} ${NOT_RESENT_MESSAGES[reason]}`);
    return { text: `The email ${id} is queued again.`, data: { id, was: state } };
  },
};

export const mailCommands: readonly Command[] = [
  listCommand({
    name: 'mail list',
    summary: 'List the newest emails: waiting, sent and dead-lettered ones.',
    states: EMAIL_STATES,
    isLimited: true,
    list: listEmails,
    row: ({ id, to, kind, state, created_at, attempts }) => ({
      id,
      to,
      type: kind,
      status: state,
      created: formatTime(created_at),
      attempts,
    }),
    empty: 'There are no such emails.',
  }),
  showCommand({
    name: 'mail show',
    summary: 'Show an email as its recipient reads it.',
    arg: 'ID',
    find: findEmail,
    format: ({ to, subject, state, created_at, sent_at, last_error, text }) => {
      const fields = {
        To: to,
        Subject: subject,
        Status: state,
        Created: formatTime(created_at),
        Sent: formatTime(sent_at),
        'Last error': last_error,
      };
      return `${formatFields(fields)}\n\n${text}`;
    },
  }),
  resendCommand,
];

function findEmail({ deps }: Services, id: string) {
  return orNotFound(`There is no email ${id}.`, requireEmail(deps, id));
}
