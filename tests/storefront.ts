import type { RenderPage } from '#contract/pages.ts';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { buildApp } from '../server/app.ts';
import type { Environment } from '../server/config.ts';
import { registerBuiltFiles, type StorefrontBuild } from '../server/pages/storefront.ts';
import type {} from './cluster.ts';
import { requireDeclaredErrors } from './declared-errors.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** The server's types know no browser: the pages are checked with `web/`. */
const ENTRY = '../web/shop/entry-server.tsx';
const { renderPage } = (await import(ENTRY)) as { renderPage: RenderPage };

const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Stands for the customer area. */
export const SHELL = '<!doctype html><title>shell</title>';

/** A build whose pages are the shop's own, with empty folders of assets. */
export function makeBuild(changes: Partial<StorefrontBuild> = {}) {
  const folder = mkdtempSync(join(inject('cluster').folder, 'build-'));
  const folders = { shop: join(folder, 'shop'), customer: join(folder, 'customer'), admin: join(folder, 'admin') };
  for (const part of Object.values(folders)) mkdirSync(join(part, 'assets'), { recursive: true });
  const build: StorefrontBuild = {
    renderPage,
    assetsFor: () => ({ boot: '/boot.js', main: '/main.js', css: '/main.css', fonts: [] }),
    shell: () => SHELL,
    adminShell: () => SHELL,
    install: (app) => registerBuiltFiles(app, folders),
    isCacheable: true,
    ...changes,
  };
  return { ...build, folders };
}

/** A shop with its storefront; `visit` asks for a page as a browser does. */
export async function openStorefront(environment: Environment = {}) {
  const door: TestApp = await openTestApp(environment);
  const build = makeBuild();
  const { app, channels } = await buildApp(door.deps, build);
  requireDeclaredErrors(app);
  afterAll(() => app.close());
  const visit = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.inject({ url, headers: { accept: NAVIGATION, ...headers }, remoteAddress });
  return { ...door, app, build, channels, visit };
}
