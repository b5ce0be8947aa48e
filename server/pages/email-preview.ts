import type { FastifyInstance } from 'fastify';
import { EMAIL_PREVIEW } from '#contract/pages.ts';
import { renderEmailSample } from '../admin/emails.ts';
import { requireFound } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { readEmailPreviewToken } from '../emails/links.ts';
import { hstsHeader } from '../http/headers.ts';

/** Emails have their styles inline, and covers; nothing else of the page may do anything. */
function previewPolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; ');
}

/** The HTML of an example email, for a frame of the back office; links open nothing, for the frame may open no windows. */
export function registerEmailPreview(app: FastifyInstance, deps: Deps): void {
  const hsts = hstsHeader(deps);
  app.get<{ Params: { token: string } }>(EMAIL_PREVIEW, async ({ params: { token } }, reply) => {
    const { html } = await renderEmailSample(deps, requireFound(readEmailPreviewToken(deps, token)));
    return reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', previewPolicy(deps.publicUrl))
      .header('Cache-Control', 'private, no-store')
      .header('X-Robots-Tag', 'noindex')
      .header('Referrer-Policy', 'no-referrer')
      .headers(hsts ? { 'Strict-Transport-Security': hsts } : {})
      .send(html.replace('<head>', '<head><base target="_blank"/>'));
  });
}
