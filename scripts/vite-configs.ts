import { basename, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin, Rolldown, InlineConfig } from 'vite';
import react from '@vitejs/plugin-react';

type MessageTree = { [key: string]: string | MessageTree };
/** A message as `icu-minify` reads it: text, or its parts. */
type Compiled = string | readonly unknown[] | { [key: string]: Compiled };

const MESSAGES_FOLDER = join(import.meta.dirname, '../messages/');
/** Names without placeholders, which nothing formats. */
const PLAIN_NAMES = 'subjects.json';
const FORMAT_MESSAGE = join(import.meta.dirname, '../web/ui/format-message.ts');

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
const compileServerMessages = messagesPlugin({ format: 'use-intl/format-message/format-only', without: {} });

function compileAll(messages: MessageTree): Compiled {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string' ? compile(message) : compileAll(message),
    ]),
  );
}

const CONTRACT_FOLDER = join(import.meta.dirname, '../contract/');
const WEB = join(import.meta.dirname, '../web/');

/** What comes together, in one file each: small files compress badly, and each costs a request. */
const CHUNKS: readonly { name: string; roots: readonly string[] }[] = [
  {
    name: 'start',
    roots: [
      'customer/main.tsx',
      'customer/auth/sign-in-and-out.ts',
      'customer/shell/toasts.tsx',
      'customer/shell/locale.tsx',
      'customer/shell/lazy-with-preload.ts',
      'customer/page/page-states.tsx',
      'forms/drafts.ts',
    ],
  },
  { name: 'forms', roots: ['forms/form.tsx', 'forms/use-contract-form.ts'] },
  {
    name: 'area',
    roots: [
      'customer/shell/main-layout.tsx',
      'customer/live/live-updates.tsx',
      'customer/page/use-optimistic-mutation.ts',
      'customer/page/use-date-format.ts',
      'ui/cover.tsx',
      'ui/text.tsx',
      'ui/use-restore-focus.ts',
    ],
  },
];

/** The file that a module of the customer area belongs to, or none where the bundler decides. */
export const chunkNameFor: Rolldown.CodeSplittingNameFunction = (id, context) => {
  // Only forms validate.
  if (/\/node_modules\/zod\//.test(id)) return 'forms';
  // Only lists that grow page by page.
  if (/\/node_modules\/@tanstack\/.*infiniteQuery(?!Behavior)/i.test(id)) return null;
  return CHUNKS.find(({ roots }) => closureOf(roots, (one) => context.getModuleInfo(one)).has(id))?.name ?? null;
};

type FindModule = (id: string) => Rolldown.ModuleInfo | null;

const closures = new WeakMap<readonly string[], Set<string>>();

/** Some modules and all that they import, other than by `import()`. */
function closureOf(roots: readonly string[], find: FindModule): Set<string> {
  const known = closures.get(roots);
  if (known) return known;
  const found = new Set<string>();
  const waiting = roots.map((root) => join(WEB, root));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    // What the contract imports is shared with forms: the bundler places it.
    if (!id.startsWith(CONTRACT_FOLDER)) waiting.push(...(find(id)?.importedIds ?? []));
  }
  closures.set(roots, found);
  return found;
}

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const TARGET = ['chrome123', 'firefox125', 'safari17.5'];

const commonConfig: InlineConfig = { root: ROOT, configFile: false, logLevel: 'warn', publicDir: false };

/** Blocks the first paint, so it is a classic script of its own, without imports. */
const classicScript = (name: string, input: string): InlineConfig => ({
  ...commonConfig,
  build: {
    outDir: join(DIST, name),
    manifest: 'manifest.json',
    target: TARGET,
    modulePreload: false,
    rolldownOptions: { input, output: { format: 'iife', entryFileNames: `assets/${name}-[hash].js` } },
  },
});

export const bootConfig = classicScript('boot', 'web/shop/boot.ts');
const areaBootConfig = classicScript('area-boot', 'web/customer/boot.ts');

/** What runs before every `import()` that brings other files along: ours, a fourth of Vite's. */
const lightPreload: Plugin = {
  name: 'light-preload',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? join(WEB, 'browser/vite-preload.ts') : undefined),
};

/** The shop's scripts and styles. */
const shopConfig: InlineConfig = {
  ...commonConfig,
  plugins: [react(), compileMessages, lightPreload],
  build: {
    outDir: join(DIST, 'shop'),
    emptyOutDir: false,
    manifest: 'manifest.json',
    target: TARGET,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: ['web/shop/main.ts', 'web/shop/shop.css'] },
  },
};

/** What renders the shop's pages on the server. */
const shopServerConfig: InlineConfig = {
  ...commonConfig,
  plugins: [react(), compileServerMessages],
  build: {
    outDir: join(DIST, 'shop-server'),
    ssr: 'web/shop/entry-server.tsx',
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: 'entry-server.js' } },
  },
  ssr: { noExternal: true },
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
const withoutUnusedModules: Plugin = {
  name: 'without-unused-modules',
  load(id) {
    const unused = UNUSED_MODULES.find(({ path }) => id.includes('/react-router/') && id.endsWith(path));
    return unused && [...unused.names.map((name) => `export const ${name} = () => undefined;`), unused.rest].join('\n');
  },
};

/** What renders the first paint of some pages of the customer area on the server, where nothing is stored or changes. */
const customerServerConfig: InlineConfig = {
  ...commonConfig,
  plugins: [react(), compileServerMessages],
  define: { addEventListener: '(() => {})' },
  build: {
    outDir: join(DIST, 'customer-server'),
    ssr: 'web/customer/entry-server.tsx',
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: 'entry-server.js', chunkFileNames: 'chunks/[name]-[hash].js' } },
  },
  ssr: { noExternal: true },
};

/** The customer area: a browser app with a shell of its own. */
const customerConfig: InlineConfig = {
  ...commonConfig,
  root: join(ROOT, 'web/customer'),
  base: '/customer/',
  plugins: [react(), compileMessages, withoutUnusedModules, lightPreload],
  build: {
    outDir: join(DIST, 'customer'),
    manifest: 'manifest.json',
    emptyOutDir: false,
    target: TARGET,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The contract and the domain do nothing when they are loaded: what nobody uses of them is left out.
      treeshake: {
        moduleSideEffects: (id) => !/\/(contract|domain)\/[^?]+\.ts/.test(id),
        manualPureFunctions: ['z'],
      },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkNameFor, debugName: 'first loads' }],
        },
      },
    },
  },
};

/** The back office: a browser app that no customer loads. */
const adminConfig: InlineConfig = {
  ...customerConfig,
  root: join(ROOT, 'web/admin'),
  base: '/admin/',
  build: { ...customerConfig.build, outDir: join(DIST, 'admin'), rolldownOptions: {} },
};

export const VITE_CONFIGS = [
  bootConfig,
  areaBootConfig,
  shopConfig,
  shopServerConfig,
  customerServerConfig,
  customerConfig,
  adminConfig,
];
