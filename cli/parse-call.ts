import { parseArgs } from 'node:util';
import { Failure, type Call, type Verb } from './verb.ts';

/** What `util.parseArgs` finds wrong, by the codes of its errors. */
const FAULTS: Record<string, string> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: 'does not know the option',
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: 'needs a value, or none, for the option',
};

/** Reads what follows a verb's own words. Throws {@link Failure} where it does not fit the verb. */
export function parseCall(verb: Verb, words: readonly string[]): Call {
  const { values, positionals } = parsed(verb, words);
  const { json, ...options } = values as Record<string, string | true>;
  const takes = verb.takes ?? [];
  const missing = takes.slice(positionals.length).find((name) => !name.startsWith('['));
  if (missing) throw new Failure(`"${verb.name}" needs ${missing}; see "${verb.name} --help".`);
  if (positionals.length > takes.length)
    throw new Failure(`"${verb.name}" does not take "${positionals[takes.length]}".`);
  for (const [name, { hint, isRequired }] of Object.entries(verb.options ?? {}))
    if (isRequired && !options[name]) throw new Failure(`"${verb.name}" needs --${name} ${hint}.`);
  return { words: positionals, options, isJson: json === true };
}

function parsed(verb: Verb, words: readonly string[]) {
  const own = Object.entries(verb.options ?? {}).map(([name, { hint }]) => [
    name,
    { type: hint ? 'string' : 'boolean' },
  ]);
  const options = { ...Object.fromEntries(own), json: { type: 'boolean' } };
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const named = /--?[\w-]+/.exec(message)?.[0] ?? '';
    throw new Failure(`"${verb.name}" ${FAULTS[code] ?? 'cannot be read from'} ${named}; see "${verb.name} --help".`);
  }
}
