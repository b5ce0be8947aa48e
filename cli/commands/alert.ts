import { ticketMessage } from '#contract/forms.ts';
import { ALERT_STATES } from '#domain/alert.ts';
import { TITLE_REQUEST_STATES } from '#domain/title-request.ts';
import { answerTitleRequest, fulfilTitleRequest } from '../../server/alerts/answer-requests.ts';
import { listAllAlerts, type AlertSummary } from '../../server/alerts/availability-alerts.ts';
import {
  listAllTitleRequests,
  requireTitleRequest,
  type TitleRequestSummary,
} from '../../server/alerts/title-requests.ts';
import type { Services } from '../../server/services.ts';
import { CommandError, orNotFound, type Command, type CommandInput } from '../command.ts';
import { formatTime } from '../output.ts';
import { listCommand, transitionCommand } from '../resource-commands.ts';

export const alertCommands: readonly Command[] = [
  listCommand({
    name: 'alert list',
    summary: 'List who waits for which format, the newest first.',
    states: ALERT_STATES,
    isLimited: true,
    list: listAllAlerts,
    row: formatRow,
    empty: 'There are no such alerts.',
  }),
  listCommand({
    name: 'request list',
    summary: 'List the titles that readers asked for, the newest first.',
    states: TITLE_REQUEST_STATES,
    isLimited: true,
    list: listAllTitleRequests,
    row: formatRequest,
    empty: 'There are no such requests.',
  }),
  transitionCommand({
    name: 'request answer',
    summary: 'Answer a request, such as that the title is out of print. The reader gets an email.',
    arg: 'ID',
    moreArgs: ['TEXT'],
    find: findRequest,
    readInput: readAnswer,
    run: ({ deps }, { id }, answer) => answerTitleRequest(deps, id, { answer }),
    tooLate: explainTooLate,
    done: ({ words }) => `The request for "${words}" is now answered.`,
  }),
  transitionCommand({
    name: 'request fulfil',
    summary: 'Tell the reader that a title of the catalogue is the one; with its own ISBN that happens by itself.',
    arg: 'ID',
    moreArgs: ['ISBN'],
    find: findRequest,
    readInput: ({ args: [, isbn = ''] }) => isbn,
    run: ({ deps }, { id }, isbn) =>
      orNotFound(`The shop lists no title with the ISBN ${isbn}.`, fulfilTitleRequest(deps, id, isbn)),
    tooLate: explainTooLate,
    done: ({ words }) => `The request for "${words}" is now fulfilled.`,
  }),
];

async function findRequest({ deps: { db } }: Services, id: string): Promise<TitleRequestSummary> {
  return orNotFound(`There is no request ${id}; "request list" lists them.`, requireTitleRequest(db, id));
}

function explainTooLate({ words, status }: TitleRequestSummary): string {
  return `The request for "${words}" is ${status}; only one that is open or answered can be changed.`;
}

function readAnswer({ args: [, text] }: CommandInput): string {
  const answer = ticketMessage.safeParse(text);
  if (!answer.success) throw new CommandError('TEXT takes 1 to 10,000 characters, without control characters.');
  return answer.data;
}

function formatRequest({ id, status, email, is_guest, words, product, created_at }: TitleRequestSummary) {
  return {
    id,
    status,
    email,
    account: is_guest ? 'none' : '',
    words,
    title: product?.title ?? '',
    created: formatTime(created_at),
  };
}

function formatRow({ state, email, is_guest, isbn, format, title, created_at }: AlertSummary) {
  return {
    state,
    email,
    account: is_guest ? 'none' : '',
    isbn: isbn ?? '',
    format,
    title,
    created: formatTime(created_at),
  };
}
