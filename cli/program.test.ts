import { expect, test } from 'vitest';
import { readCsv } from '../server/catalogue/read-csv.ts';
import { describeError, operatingSystemUser } from './command.ts';
import { escapeControls, formatFields, formatTable } from './output.ts';
import { COMMANDS, parseCommandLine } from './program.ts';

function parse(line: string) {
  const parsed = parseCommandLine(COMMANDS, line.split(' ').filter(Boolean));
  return 'help' in parsed ? parsed : { name: parsed.command.name, ...parsed.input };
}

function helpFor(line: string): string {
  const parsed = parse(line);
  return 'help' in parsed ? parsed.help : '';
}

test('a command has its arguments and options, and --json may stand anywhere', () => {
  expect(parse('order ship BK-1 --carrier Pos --tracking X1')).toEqual({
    name: 'order ship',
    args: ['BK-1'],
    options: { carrier: 'Pos', tracking: 'X1' },
    isJson: false,
  });
  const imported = { name: 'import csv', args: ['books.csv'], options: { 'dry-run': true }, isJson: true };
  expect(parse('--json import csv books.csv --dry-run')).toEqual(imported);
  expect(parse('import csv books.csv --dry-run --json')).toEqual(imported);
});

test.each(['', '--help', '-h', 'help'])('"%s" lists every command with its arguments', (line) => {
  const help = helpFor(line);
  for (const { name, args = [] } of COMMANDS) {
    expect(help).toContain(name);
    for (const arg of args) expect(help).toContain(arg);
  }
});

test('the first word of several commands lists these', () => {
  for (const line of ['mail', 'mail --help', 'help mail']) {
    const help = helpFor(line);
    for (const command of ['mail list', 'mail show <ID>', 'mail resend <ID>']) expect(help).toContain(command);
    expect(help).not.toContain('order');
  }
});

test('every command has a name of its own and help that explains its arguments and options', () => {
  expect(new Set(COMMANDS.map((command) => command.name)).size).toBe(COMMANDS.length);
  for (const { name, summary, args = [], options = {} } of COMMANDS) {
    const help = helpFor(`${name} --help`).replaceAll(/\s+/g, ' ');
    const meanings = Object.values(options).map((option) => option.summary);
    for (const word of [name, summary, ...args, ...Object.keys(options), ...meanings, '--json'])
      expect(help).toContain(word);
  }
});

test.each([
  ['ordr list', "Unknown command 'ordr' (did you mean order?); see --help."],
  ['migrat', "Unknown command 'migrat' (did you mean migrate?); see --help."],
  ['import json x.json', `"import": unknown command 'json'; see "import --help".`],
  ['mail forward', `"mail": unknown command 'forward'; see "mail --help".`],
  ['mail sow 1', `"mail": unknown command 'sow' (did you mean show?); see "mail --help".`],
  ['xyzzy', "Unknown command 'xyzzy'; see --help."],
  ['order show', `"order show": missing required argument 'NUMBER'; see "order show --help".`],
  ['order show 1 2', `"order show": too many arguments`],
  ['order list --limit', `"order list": option '--limit <N>' argument missing; see "order list --help".`],
  ['order list --limt 5', `"order list": unknown option '--limt' (did you mean --limit?); see "order list --help".`],
  ['seed --force', `"seed": unknown option '--force'; see "seed --help".`],
  ['seed --json=yes', `"seed": unknown option '--json=yes'`],
])('"%s" is rejected in one sentence', (line, sentence) => {
  expect(() => parse(line)).toThrow(sentence);
});

test('the operating system user is recorded by name, or by number where it has none, as in a container', () => {
  expect(operatingSystemUser(() => ({ username: 'mei' }))).toBe('mei');
  const unnamed = () => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)');
  };
  expect(operatingSystemUser(unnamed)).toBe(`uid ${process.getuid?.()}`);
});

test('a catalogue file that cannot be read is an expected error, so its stack is not logged', async () => {
  const error = await readCsv('/nowhere/books.csv').catch((thrown: unknown) => thrown);
  expect(describeError(error)).toEqual({ sentence: 'There is no file /nowhere/books.csv.', isExpected: true });
});

test('tables align their columns, those with wide characters too', () => {
  const rows = [
    { title: '紅樓夢', price: 5 },
    { title: 'کلیله', price: '' },
    { title: 'Emma\u001b[31m\u202e', price: 12 },
  ];
  expect(formatTable(rows)).toBe('TITLE       PRICE\n紅樓夢      5\nکلیله\nEmma [31m   12');
  expect(formatTable([])).toBe('');
  expect(formatFields({ Title: '紅樓夢', Note: null, Copies: 0 })).toBe('Title   紅樓夢\nCopies  0');
});

test('printed text cannot control the terminal', () => {
  expect(escapeControls('{ "name": "a\u009b31mb\u001b[0m\u0085\u0007" }\n\tc é ک')).toBe(
    '{ "name": "a\\u009b31mb\\u001b[0m\\u0085\\u0007" }\n\tc é ک',
  );
});
