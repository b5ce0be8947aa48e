import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { bareContract } from './bare-contract.ts';
import { compileMessages } from './compile-messages.ts';
import { fileOf } from './first-load.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const TARGET = ['chrome123', 'firefox125', 'safari17.5'];

const common: InlineConfig = { root: ROOT, configFile: false, logLevel: 'warn', publicDir: false };

/** Blocks the first paint, so it is a classic script of its own, without imports. */
const boot: InlineConfig = {
  ...common,
  build: {
    outDir: join(DIST, 'boot'),
    manifest: 'manifest.json',
    target: TARGET,
    modulePreload: false,
    rolldownOptions: { input: 'web/shop/boot.ts', output: { format: 'iife', entryFileNames: 'assets/boot-[hash].js' } },
  },
};

/** The shop's scripts and styles. */
const shop: InlineConfig = {
  ...common,
  plugins: [react(), compileMessages, bareContract],
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
const shopServer: InlineConfig = {
  ...common,
  plugins: [react()],
  build: {
    outDir: join(DIST, 'shop-server'),
    ssr: 'web/shop/entry-server.tsx',
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: 'entry-server.js' } },
  },
  ssr: { noExternal: true },
};

/** The customer area: a browser app with a shell of its own. */
const customer: InlineConfig = {
  ...common,
  root: join(ROOT, 'web/customer'),
  base: '/customer/',
  plugins: [react(), compileMessages, bareContract],
  build: {
    outDir: join(DIST, 'customer'),
    manifest: 'manifest.json',
    emptyOutDir: false,
    target: TARGET,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf, debugName: 'first loads' }] },
      },
    },
  },
};

export const VITE_CONFIGS = [boot, shop, shopServer, customer];
