import { expect, test } from 'vitest';
import { moveOf, TICKET_DEEDS, TICKET_STATES, type TicketDeed, type TicketState } from './ticket-state.ts';

const ALLOWED = [
  'reply: answered → open',
  'reply: closed → open',
  'answer: open → answered',
  'answer: closed → answered',
  'close: open → closed',
  'close: answered → closed',
  'reopen: closed → open',
];

test('a ticket moves by these deeds and by no other', () => {
  const moves = TICKET_DEEDS.flatMap((deed) =>
    TICKET_STATES.flatMap((from) => {
      const to = moveOf(deed, from);
      return to ? `${deed}: ${from} → ${to}` : [];
    }),
  );
  expect(moves).toEqual(ALLOWED);
});

test('no move leads to where the ticket was', () => {
  for (const deed of TICKET_DEEDS) for (const from of TICKET_STATES) expect(moveOf(deed, from)).not.toBe(from);
});

test.each<[TicketDeed, TicketState]>([
  ['reply', 'open'],
  ['answer', 'answered'],
  ['close', 'closed'],
])('after a %s a ticket is %s, wherever it was', (deed, to) => {
  expect(TICKET_STATES.map((from) => moveOf(deed, from) ?? from)).toEqual([to, to, to]);
});

test('a closed ticket can always be opened again, by either side', () => {
  expect(moveOf('reply', 'closed')).toBe('open');
  expect(moveOf('reopen', 'closed')).toBe('open');
  expect(moveOf('answer', 'closed')).toBe('answered');
});
