import { expect, test } from 'vitest';
import { nextTicketState, TICKET_ACTIONS, TICKET_STATES, type TicketAction, type TicketState } from './ticket.ts';

const ALLOWED = [
  'reply: answered → open',
  'reply: closed → open',
  'answer: open → answered',
  'answer: closed → answered',
  'close: open → closed',
  'close: answered → closed',
  'reopen: closed → open',
];

test('a ticket changes only by the allowed actions', () => {
  const moves = TICKET_ACTIONS.flatMap((deed) =>
    TICKET_STATES.flatMap((from) => {
      const to = nextTicketState(deed, from);
      return to ? `${deed}: ${from} → ${to}` : [];
    }),
  );
  expect(moves).toEqual(ALLOWED);
});

test('no transition leads to the same status', () => {
  for (const deed of TICKET_ACTIONS)
    for (const from of TICKET_STATES) expect(nextTicketState(deed, from)).not.toBe(from);
});

test.each<[TicketAction, TicketState]>([
  ['reply', 'open'],
  ['answer', 'answered'],
  ['close', 'closed'],
])('after a %s a ticket is %s, whatever its status was', (deed, to) => {
  expect(TICKET_STATES.map((from) => nextTicketState(deed, from) ?? from)).toEqual([to, to, to]);
});

test('a closed ticket can always be opened again, by either side', () => {
  expect(nextTicketState('reply', 'closed')).toBe('open');
  expect(nextTicketState('reopen', 'closed')).toBe('open');
  expect(nextTicketState('answer', 'closed')).toBe('answered');
});
