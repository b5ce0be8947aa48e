import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentationOf, SETTINGS, type Settings } from '../server/settings.ts';

export const DEPLOY = join(import.meta.dirname, '../deploy');
export const readDeployFile = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');

/** What each setting's variable takes. */
const VARIABLES = new Map(
  (Object.keys(SETTINGS) as (keyof Settings)[]).map((name) => [documentationOf(name).env, SETTINGS[name]]),
);

/** Variables that are no setting, and values that a setting does not take; what is in files or filled in later is not looked at. */
export function wrongSettings(environment: Readonly<Record<string, string>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (name === 'NODE_ENV') return [];
    const schema = VARIABLES.get(name.replace(/_FILE$/, ''));
    if (!schema) return [`${name} is no setting`];
    if (name.endsWith('_FILE') || value.includes('${')) return [];
    return schema.safeParse(value).success ? [] : [`${name} does not take ${value}`];
  });
}
