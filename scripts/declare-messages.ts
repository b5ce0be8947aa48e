import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Writes `messages/en/<part>.d.json.ts` beside each English file. TypeScript reads the values of a JSON file as `string`;
 * with these declarations it knows their text, and so the placeholders of each message.
 */

const ENGLISH = join(import.meta.dirname, '../messages/en');

for (const name of globSync('*.json', { cwd: ENGLISH })) {
  const messages = readFileSync(join(ENGLISH, name), 'utf8').trimEnd();
  const declaration = `declare const messages: ${messages};\nexport = messages;\n`;
  const file = join(ENGLISH, name.replace(/json$/, 'd.json.ts'));
  if (read(file) !== declaration) writeFileSync(file, declaration);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
