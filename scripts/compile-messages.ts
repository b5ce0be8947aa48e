import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Tree = { [key: string]: string | Tree };
/** A message as `icu-minify` reads it: text, or its parts. */
type Compiled = string | readonly unknown[] | { [key: string]: Compiled };

const MESSAGES = join(import.meta.dirname, '../messages/');

/** Messages as browsers get them: parsed at the build, so that the parser of the ICU syntax (10 kB, gzip) stays there. */
export const compileMessages: Plugin = {
  name: 'compile-messages',
  config: () => ({
    resolve: {
      alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
    },
  }),
  async load(id) {
    if (!id.startsWith(MESSAGES)) return undefined;
    this.addWatchFile(id);
    const { default: words } = (await import(`${pathToFileURL(id).href}?${Date.now()}`)) as { default: Tree };
    return `export default ${JSON.stringify(compileAll(words))};`;
  },
};

function compileAll(words: Tree): Compiled {
  return Object.fromEntries(
    Object.entries(words).map(([key, word]) => [key, typeof word === 'string' ? compile(word) : compileAll(word)]),
  );
}
