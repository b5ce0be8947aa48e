import { CLAIM_STATES, type ClaimState } from '#domain/orders/claim.ts';
import { decideClaim, type ClaimDecision } from '../../server/orders/claims/decide-claim.ts';
import { listClaims, requireClaim, type ClaimDetails } from '../../server/orders/claims/queries.ts';
import type { Services } from '../../server/services.ts';
import {
  noteOption,
  orNotFound,
  parcelOptions,
  readNote,
  readParcel,
  type Command,
  type CommandInput,
  type CommandOption,
} from '../command.ts';
import { formatFields, formatState, formatTable, formatTime } from '../output.ts';
import { listCommand, showCommand, transitionCommand } from '../resource-commands.ts';

const PROBLEMS: Record<ClaimDetails['problem'], string> = {
  parcel: 'nothing arrived',
  missing: 'copies were missing',
  damaged: 'copies arrived damaged',
};

export const claimCommands: readonly Command[] = [
  listCommand({
    name: 'claim list',
    summary: 'List the newest claims that orders did not arrive; open ones need a decision.',
    states: CLAIM_STATES,
    isLimited: true,
    list: listClaims,
    row: ({ id: _id, opened_at, problem, ...row }) => ({
      ...row,
      problem: PROBLEMS[problem],
      opened: formatTime(opened_at),
    }),
    empty: 'There are no such claims.',
  }),
  showCommand({
    name: 'claim show',
    summary: 'Show a claim with its copies, what its customer checked, and what they would like.',
    arg: 'NUMBER',
    find: findClaim,
    format: formatClaim,
  }),
  decisionCommand('resend', 'resent', 'Send the copies of a claim once more; they leave the stock.', {
    options: parcelOptions,
    read: (input) => ({ parcel: readParcel(input) }),
  }),
  decisionCommand('refund', 'refunded', 'Refund the copies of a claim; "refund pay-out" sends the money.'),
  decisionCommand('decline', 'declined', 'Decline a claim.', {
    options: noteOption,
    read: (input) => ({ note: readNote(input) }),
  }),
];

type DecisionOptions = {
  options?: Record<string, CommandOption>;
  read?: (input: CommandInput) => Pick<ClaimDecision, 'parcel' | 'note'>;
};

function decisionCommand(
  verb: string,
  to: Exclude<ClaimState, 'open' | 'arrived'>,
  summary: string,
  { options = {}, read = () => ({}) }: DecisionOptions = {},
): Command {
  return transitionCommand({
    name: `claim ${verb}`,
    summary: `${summary} The customer gets an email.`,
    options,
    arg: 'NUMBER',
    find: findClaim,
    readInput: read,
    run: ({ deps }, { id }, told) => decideClaim(deps, id, { to, actor: 'operator', ...told }),
    tooLate: ({ number, status }) => `The claim ${number} is ${status}; it cannot become ${formatState(to)}.`,
    done: ({ number }) => `The claim ${number} is now ${formatState(to)}.`,
  });
}

/** By its number, with or without its letter. */
async function findClaim({ deps: { db } }: Services, text: string): Promise<ClaimDetails> {
  const number = /^\d+$/.test(text) ? `C-${text}` : text;
  return orNotFound(`There is no claim ${number}; "claim list" lists them.`, requireClaim(db, number));
}

function formatClaim({ lines, moves, ...claimed }: ClaimDetails): string {
  const fields = formatFields({
    Claim: claimed.number,
    Order: claimed.order,
    Status: claimed.status,
    Email: claimed.email,
    Opened: formatTime(claimed.opened_at),
    Problem: PROBLEMS[claimed.problem],
    'Would like': claimed.wish === 'resend' ? 'the copies once more' : 'the money back',
    'Address is right': claimed.is_address_right ? 'yes' : 'no',
    Note: claimed.note,
    Refund: claimed.refund_id,
  });
  const events = moves.map(({ status, at, actor, note }) => ({ status, at: formatTime(at), actor, note: note ?? '' }));
  return [fields, formatTable(lines), formatTable(events)].join('\n\n');
}
