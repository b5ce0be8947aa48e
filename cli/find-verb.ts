import { nearest } from './nearest.ts';
import { Failure, type Verb } from './verb.ts';

/** A verb with the words that follow its own, or verbs to show the help of. */
export type Found = { verb: Verb; rest: string[] } | { help: readonly Verb[] };

const HELP = ['--help', '-h', 'help'];

/**
 * What a command line calls. `--help` anywhere asks for help, and so do no words at all or only the first word of
 * several verbs (`order`). Throws {@link Failure} that names the nearest verbs where there is no such verb.
 */
export function findVerb(verbs: readonly Verb[], typed: readonly string[]): Found {
  const words = typed.filter((word) => !word.startsWith('-') && word !== 'help');
  const verb = verbs.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  const group = verbs.filter(({ name }) => words.length === 0 || name.startsWith(`${words.join(' ')} `));
  if (verb && typed.some((word) => HELP.slice(0, 2).includes(word))) return { help: [verb] };
  if (verb) return { verb, rest: without(typed, verb.name.split(' ').length) };
  if (group.length > 0) return { help: group };
  throw new Failure(unknown(verbs, words));
}

/** The line without its first words; options before them stay. */
function without(typed: readonly string[], words: number): string[] {
  let left = words;
  return typed.filter((word) => word.startsWith('-') || (left -= 1) < 0);
}

function unknown(verbs: readonly Verb[], words: readonly string[]): string {
  const typed = words.slice(0, 2).join(' ');
  const near = nearestTo(
    verbs.map(({ name }) => name),
    words,
  );
  return `There is no verb "${typed}"; ${near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'see --help.'}`;
}

/** By both words, else by the first alone, else all that begin with it. */
function nearestTo(names: readonly string[], words: readonly string[]): string[] {
  const [first = ''] = words;
  const byBoth = nearest(words.slice(0, 2).join(' '), names);
  if (byBoth.length > 0) return byBoth;
  const byFirst = nearest(first, names);
  return byFirst.length > 0 ? byFirst : names.filter((name) => name.startsWith(`${first} `));
}
