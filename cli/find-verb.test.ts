import { expect, test } from 'vitest';
import { findVerb } from './find-verb.ts';
import { helpFor } from './help.ts';
import { parseCall } from './parse-call.ts';
import { VERBS } from './verbs.ts';

function called(line: string) {
  const found = findVerb(VERBS, line.split(' ').filter(Boolean));
  return 'help' in found
    ? found.help.map((verb) => verb.name)
    : { verb: found.verb.name, ...parseCall(found.verb, found.rest) };
}

test('a verb takes its arguments and options, --json wherever it stands', () => {
  expect(called('order ship BK-1 --carrier Pos --tracking X1')).toEqual({
    verb: 'order ship',
    words: ['BK-1'],
    options: { carrier: 'Pos', tracking: 'X1' },
    isJson: false,
  });
  expect(called('--json import csv books.csv --dry-run')).toEqual({
    verb: 'import csv',
    words: ['books.csv'],
    options: { 'dry-run': true },
    isJson: true,
  });
});

test('no words, --help or the first word of several verbs ask for help', () => {
  expect(called('')).toHaveLength(VERBS.length);
  expect(called('--help')).toHaveLength(VERBS.length);
  expect(called('help')).toHaveLength(VERBS.length);
  expect(called('mail')).toEqual(['mail list', 'mail show', 'mail resend']);
  expect(called('mail --help')).toEqual(['mail list', 'mail show', 'mail resend']);
  expect(called('order ship --help')).toEqual(['order ship']);
  expect(called('-h seed')).toEqual(['seed']);
});

test.each([
  ['ordr list', 'There is no verb "ordr list"; did you mean order list'],
  ['migrat', 'There is no verb "migrat"; did you mean migrate?'],
  ['import onix x.xml', 'There is no verb "import onix"; did you mean import csv?'],
  ['mail forward', 'There is no verb "mail forward"; did you mean mail list or mail show or mail resend?'],
  ['xyzzy', 'There is no verb "xyzzy"; see --help.'],
  ['xyzzy --help', 'There is no verb "xyzzy"; see --help.'],
  ['order show', '"order show" needs NUMBER; see "order show --help".'],
  ['order show 1 2', '"order show" does not take "2".'],
  ['order list --limit', '"order list" needs a value, or none, for the option --limit'],
  ['seed --force', '"seed" does not know the option --force'],
  ['seed --json=yes', '"seed" needs a value, or none, for the option --json'],
])('"%s" is refused in one sentence', (line, sentence) => {
  expect(() => called(line)).toThrow(sentence);
});

test('every verb has a name of its own and help that names its arguments and options', () => {
  expect(new Set(VERBS.map((verb) => verb.name)).size).toBe(VERBS.length);
  for (const verb of VERBS) {
    const help = helpFor([verb]);
    for (const word of [verb.name, verb.summary, ...(verb.takes ?? []), ...Object.keys(verb.options ?? {})])
      expect(help).toContain(word);
  }
});
