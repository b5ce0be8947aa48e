import { machineUser } from './machine-user.ts';
import { Failure, option, type Call, type VerbOption } from './verb.ts';

/** The option of verbs that write down who of the staff did it. */
export const whoOption: Record<string, VerbOption> = {
  as: { hint: 'NAME', summary: 'Who of the staff you are; the user of this machine unless told.' },
};

/** Who of the staff calls. Throws {@link Failure} for a name that is none, or that customers bear in the records. */
export function whoOf(call: Call): string {
  const name = (option(call, 'as') ?? machineUser()).trim();
  if (/^\P{Cc}{1,100}$/u.test(name) && name.toLowerCase() !== 'customer') return name;
  throw new Failure(`--as takes the name of somebody of the staff, 1 to 100 characters on one line, not "${name}".`);
}
