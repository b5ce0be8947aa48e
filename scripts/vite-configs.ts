import { join } from 'node:path';
import type { Rolldown, InlineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import {
  compileMessages,
  compileServerMessages,
  CONTRACT_OR_DOMAIN,
  lightPreload,
  pureSchemas,
  withoutUnusedModules,
} from './vite-plugins.ts';

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
  { name: 'totals', roots: ['ui/totals.tsx', '../contract/amounts.ts'] },
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
  plugins: [react(), compileMessages, pureSchemas, withoutUnusedModules, lightPreload],
  build: {
    outDir: join(DIST, 'customer'),
    manifest: 'manifest.json',
    emptyOutDir: false,
    target: TARGET,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The contract and the domain do nothing when they are loaded: what nobody uses of them is left out.
      treeshake: { moduleSideEffects: (id) => !CONTRACT_OR_DOMAIN.test(id) },
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
