import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import middie from '@fastify/middie';
import react from '@vitejs/plugin-react';
import type { FastifyInstance } from 'fastify';
import { build, createServer, type Plugin, type Rolldown, type ViteDevServer } from 'vite';
import type { RenderPage } from '#contract/pages.ts';
import { runShop } from '../server/main.ts';
import type { Brand } from '../server/pages/brand.ts';
import { fillShell } from '../server/pages/customer-area.ts';
import type { StorefrontBuild } from '../server/pages/storefront.ts';
import { buildFonts } from './build-fonts.ts';
import { bootConfig } from './vite-configs.ts';
import { compileMessages } from './vite-plugins.ts';

/*
 * `npm run dev`: the shop's server with Vite inside. `scripts/run.mjs` starts it under `node --watch`, which restarts it
 * when the server, the contract, the domain or a message changes. Sources of web/ reach the browser without a restart.
 */

const ROOT = join(import.meta.dirname, '..');
/** Addresses that Vite serves; all others are the shop's. */
const VITE_PATHS = /^\/(@|web\/|contract\/|domain\/|messages\/|node_modules\/)/;
/** What the browser does not load, and what restarts the server: Vite's client reloads the page once the server is back. */
const UNWATCHED = ['contract', 'domain', 'messages', 'server', 'cli', 'tests', 'docs', 'dist', 'data'];
const BOOT = '/@boot.js';
/** Notifies pages of the shop that the server would render them differently now. */
const PAGE_CHANGED = 'halaman:page-changed';

/**
 * First scripts of the shop, the customer area and the back office: Vite's client and React's refresh come before the sources. Without
 * shared workers Vite's client waits for a restarted server in the page itself; the content security policy allows no worker.
 */
const ENTRIES: Record<string, string> = {
  'virtual:shop': `import '@vitejs/plugin-react/preamble';
import '/web/shop/main.ts';
delete globalThis.SharedWorker;
import.meta.hot.on('${PAGE_CHANGED}', () => location.reload());`,
  'virtual:customer': `import '/@vite/client';
import '@vitejs/plugin-react/preamble';
import '/web/customer/main.tsx';
delete globalThis.SharedWorker;`,
  'virtual:admin': `import '/@vite/client';
import '@vitejs/plugin-react/preamble';
import '/web/admin/main.tsx';
delete globalThis.SharedWorker;`,
};

const entries: Plugin = {
  name: 'dev-entries',
  resolveId: (id) => (id in ENTRIES ? id : undefined),
  load: (id) => ENTRIES[id],
};

const reloadRenderedPages: Plugin = {
  name: 'reload-rendered-pages',
  hotUpdate({ modules, server }) {
    if (this.environment.name === 'ssr' && modules.length > 0)
      server.environments.client.hot.send({ type: 'custom', event: PAGE_CHANGED });
  },
};

/** Messages are compiled for browsers only: the server renders with the library's own formatter. */
const compileClientMessages: Plugin = { ...compileMessages, applyToEnvironment: ({ name }) => name === 'client' };

await buildFonts();
await runShop({ mode: 'development', loadBuild: async () => openDevBuild() });

function openDevBuild(): StorefrontBuild {
  let vite: ViteDevServer | undefined;
  return {
    renderPage: async (request) => {
      const { renderPage } = (await vite!.ssrLoadModule('/web/shop/entry-server.tsx')) as { renderPage: RenderPage };
      return renderPage(request);
    },
    assetsFor: () => ({ boot: BOOT, main: '/@id/virtual:shop', css: '/web/shop/shop.css', fonts: [] }),
    shell: ({ brand }) => documentOf('customer', brand),
    adminShell: (brand) => documentOf('admin', brand),
    install: async (app) => {
      vite = await openVite(app);
      await installVite(app, vite);
    },
    isCacheable: false,
  };
}

/** The document of an area, whose script Vite makes of the sources. */
function documentOf(area: 'customer' | 'admin', brand: Brand): string {
  const html = readFileSync(join(ROOT, `web/${area}/index.html`), 'utf8');
  return fillShell(html, { boot: BOOT, brand }).replace('./main.tsx', `/@id/virtual:${area}`);
}

function openVite(app: FastifyInstance): Promise<ViteDevServer> {
  return createServer({
    root: ROOT,
    configFile: false,
    appType: 'custom',
    publicDir: false,
    plugins: [react(), compileClientMessages, entries, reloadRenderedPages],
    optimizeDeps: { entries: ['web/shop/main.ts', 'web/customer/main.tsx', 'web/admin/main.tsx'] },
    server: {
      middlewareMode: true,
      hmr: { server: app.server },
      fs: { allow: ['web', 'contract', 'domain', 'messages', 'node_modules'].map((folder) => join(ROOT, folder)) },
      watch: { ignored: UNWATCHED.map((folder) => join(ROOT, folder, '**')) },
    },
  });
}

async function installVite(app: FastifyInstance, vite: ViteDevServer): Promise<void> {
  await app.register(middie);
  app.use((request, response, next) => {
    if (VITE_PATHS.test(request.url ?? '') && request.url !== BOOT) vite.middlewares(request, response, next);
    else next();
  });
  app.get(BOOT, async (_request, reply) => reply.type('text/javascript').send(await buildBootScript()));
  app.addHook('onSend', async (_request, reply) => {
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string') void reply.header('content-security-policy', allowVite(policy));
  });
  app.addHook('onClose', () => vite.close());
}

/** The one classic script: it has no imports, so that it runs before the first paint. */
async function buildBootScript(): Promise<string> {
  const { build: options, ...config } = bootConfig;
  const [result] = [
    await build({ ...config, build: { ...options, write: false } }),
  ].flat() as Rolldown.RolldownOutput[];
  return result!.output[0].code;
}

/** Vite's client connects by a web socket, and writes imported styles into elements. Scripts stay the shop's own files. */
function allowVite(policy: string): string {
  return policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:");
}
