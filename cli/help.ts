import type { Verb } from './verb.ts';

const CALL = 'npm run shop --';

/** The help for one verb, or the list of several. */
export function helpFor(verbs: readonly Verb[]): string {
  return verbs.length === 1 ? helpOfOne(verbs[0]!) : listOf(verbs);
}

function listOf(verbs: readonly Verb[]): string {
  const lines = verbs.map((verb): [string, string] => [[verb.name, ...(verb.takes ?? [])].join(' '), verb.summary]);
  return [
    `${CALL} VERB [--json]`,
    '',
    ...columns(lines),
    '',
    'VERB --help tells more of one. --json answers with data. Where a server of this shop runs, it need not be stopped.',
  ].join('\n');
}

function helpOfOne(verb: Verb): string {
  const options = Object.entries(verb.options ?? {});
  const required = options.filter(([, { isRequired }]) => isRequired).map(([name, { hint }]) => `--${name} ${hint}`);
  const call = [CALL, verb.name, ...(verb.takes ?? []), ...required].join(' ');
  const lines = options.map(([name, { hint, summary }]): [string, string] => [
    `--${name}${hint ? ` ${hint}` : ''}`,
    summary,
  ]);
  return [call, '', verb.summary, '', ...columns([...lines, ['--json', 'Answer with data.']])].join('\n');
}

function columns(lines: readonly [string, string][]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
