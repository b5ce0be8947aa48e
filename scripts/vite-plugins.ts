import { basename, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type MessageTree = { [key: string]: string | MessageTree };
/** A message as `icu-minify` reads it: text, or its parts. */
type Compiled = string | readonly unknown[] | { [key: string]: Compiled };

const MESSAGES_FOLDER = join(import.meta.dirname, '../messages/');
/** Names without placeholders, which nothing formats. */
const PLAIN_NAMES = 'subjects.json';
const FORMAT_MESSAGE = join(import.meta.dirname, '../web/ui/format-message.ts');
const PRELOAD = join(import.meta.dirname, '../web/browser/vite-preload.ts');

/** What only pages say that the server renders, by file. */
const SERVER_ONLY_KEYS: Record<string, readonly string[]> = { 'common.json': ['roles'] };

type MessageOptions = {
  /** What fills in a parsed message. */
  format: string;
  /** Keys that nobody needs, by file. */
  without: Readonly<Record<string, readonly string[]>>;
};

/** Messages parsed at the build. JSON goes in and out; Vite's own plugin makes a module of it afterwards. */
const messagesPlugin = ({ format, without }: MessageOptions): Plugin => ({
  name: 'compile-messages',
  enforce: 'pre',
  config: () => ({
    json: { namedExports: false, stringify: false },
    resolve: {
      alias: [{ find: /^use-intl\/format-message$/, replacement: format }],
    },
  }),
  transform(code, id) {
    if (!id.startsWith(MESSAGES_FOLDER) || !id.endsWith('.json') || basename(id) === PLAIN_NAMES) return undefined;
    const left = without[basename(id)] ?? [];
    const messages = Object.entries(JSON.parse(code) as MessageTree).filter(([key]) => !left.includes(key));
    return { code: JSON.stringify(compileAll(Object.fromEntries(messages))), map: null };
  },
});

/** Messages as browsers get them: the parser of the ICU syntax (10 kB, gzip) stays at the build. */
export const compileMessages = messagesPlugin({ format: FORMAT_MESSAGE, without: SERVER_ONLY_KEYS });

/** Messages of the pages that the server renders: parsing them took a third of a page's time. */
export const compileServerMessages = messagesPlugin({ format: 'use-intl/format-message/format-only', without: {} });

function compileAll(messages: MessageTree): Compiled {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string' ? compile(message) : compileAll(message),
    ]),
  );
}

/** What runs before every `import()` that brings other files along: ours, a fourth of Vite's. */
export const lightPreload: Plugin = {
  name: 'light-preload',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? PRELOAD : undefined),
};

/** Modules of React Router that only its observers and its framework use, of which there are none here: no bundler sees that. */
const UNUSED_MODULES: readonly { path: string; names: readonly string[]; rest?: string }[] = [
  {
    path: 'lib/router/instrumentation.js',
    names: [
      'consumeInstrumentationClientResultMetaReceiver',
      'getRouteInstrumentationUpdates',
      'instrumentClientSideRouter',
      'instrumentHandler',
      'instrumentationResultMetaContext',
    ],
  },
  {
    path: 'lib/dom/ssr/links.js',
    names: [
      'getKeyedLinksForMatches',
      'getKeyedPrefetchLinks',
      'getModuleLinkHrefs',
      'getNewMatchesForLinks',
      'isPageLinkDescriptor',
      'prefetchRouteCss',
      'prefetchStyleLinks',
    ],
  },
  {
    path: 'lib/dom/ssr/single-fetch.js',
    names: [
      'NO_BODY_STATUS_CODES',
      'SingleFetchRedirectSymbol',
      'StreamTransfer',
      'decodeViaTurboStream',
      'getSingleFetchDataStrategyImpl',
      'getTurboStreamSingleFetchDataStrategy',
      'singleFetchUrl',
      'stripIndexParam',
    ],
  },
  {
    path: 'lib/dom/ssr/components.js',
    names: [
      'CRITICAL_CSS_DATA_ATTRIBUTE',
      'Links',
      'Meta',
      'PrefetchPageLinks',
      'Scripts',
      'setIsHydrated',
      'useFrameworkContext',
    ],
    // What links do without the framework.
    rest: `import { createContext } from 'react';
export const FrameworkContext = createContext(undefined);
export const mergeRefs = (ref) => ref;
export const usePrefetchBehavior = () => [false, undefined, {}];`,
  },
];

/** Leaves them out, 20 kB; a name that a new version misses fails the build. */
export const withoutUnusedModules: Plugin = {
  name: 'without-unused-modules',
  load(id) {
    const unused = UNUSED_MODULES.find(({ path }) => id.includes('/react-router/') && id.endsWith(path));
    return unused && [...unused.names.map((name) => `export const ${name} = () => undefined;`), unused.rest].join('\n');
  },
};

export const CONTRACT_OR_DOMAIN = /\/(contract|domain)\/[^?]+\.ts/;

/** Says of every schema of the contract that making it does nothing else: one that nobody uses is left out. */
export const pureSchemas: Plugin = {
  name: 'pure-schemas',
  enforce: 'pre',
  transform: {
    filter: { id: CONTRACT_OR_DOMAIN },
    handler: (code) => ({ code: code.replace(/(?<![\w.])z(?:\s*\.\w+)+\(/g, '/* @__PURE__ */ $&'), map: null }),
  },
};
