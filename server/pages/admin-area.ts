import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ADMIN_AREA } from '#contract/pages.ts';
import type { Deps } from '../context.ts';
import { hstsHeader, setHtmlHeaders } from '../http/headers.ts';
import type { Brand } from './brand.ts';
import { bootScript, DIST } from './built-files.ts';
import { fillShell } from './customer-area.ts';
import { registerEmailPreview } from './email-preview.ts';

/** Loads what `npm run build` made of the back office. */
export function loadAdminShell(): (brand: Brand) => string {
  const boot = bootScript('area-boot', 'web/customer/boot.ts');
  const html = readFileSync(join(DIST, 'admin/index.html'), 'utf8');
  return (brand) => fillShell(html, { boot, brand });
}

/** The back office's document at every address below `/admin`: it says nothing; its endpoints answer staff only. */
export function registerAdminArea(app: FastifyInstance, deps: Deps, shell: (brand: Brand) => string): void {
  const hsts = hstsHeader(deps);
  registerEmailPreview(app, deps);
  for (const url of [ADMIN_AREA, `${ADMIN_AREA}/*`])
    app.get(url, (_request, reply) =>
      setHtmlHeaders(reply, { hsts, hasFrames: true })
        .header('Cache-Control', 'no-cache')
        .header('X-Robots-Tag', 'noindex')
        .header('Referrer-Policy', 'no-referrer')
        .send(shell(deps.config)),
    );
}
