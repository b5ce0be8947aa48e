import { redact } from '../server/config.ts';
import { facts } from './table.ts';
import type { Verb } from './verb.ts';

export const config: Verb = {
  name: 'config',
  summary: 'Show the settings in force, by the names of their variables, without secrets.',
  opens: 'nothing',
  run: async (_, settings) => {
    const data = Object.fromEntries(
      Object.entries(redact(settings)).map(([name, value]) => [variableOf(name), value ?? null]),
    );
    return { text: facts(Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shown(value)]))), data };
  },
};

/** `publicUrl` is set by `PUBLIC_URL`. */
function variableOf(name: string): string {
  return name.replace(/[A-Z]/g, '_$&').toUpperCase();
}

function shown(value: unknown): string {
  if (value === null) return '(not set)';
  return Array.isArray(value) ? value.join(' ') || '(none)' : String(value);
}
