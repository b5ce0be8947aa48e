import type { FastifyReply, FastifyRequest } from 'fastify';
import { splitLocale } from '#contract/pages.ts';
import { directionOf } from '#domain/locale.ts';
import type { Deps } from '../context.ts';
import { hstsHeader, setHtmlHeaders } from '../http/headers.ts';
import { errorMessage } from '../translations.ts';
import { xmlText } from '../xml.ts';

/** The page of an overload: small, and made of nothing that has to be waited for. */
export async function sendBusyPage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  retryAfter = 0,
): Promise<FastifyReply> {
  const { locale } = splitLocale(request.url);
  const shop = xmlText(deps.config.shopName);
  const sentence = xmlText(errorMessage(locale, 'busy'));
  return setHtmlHeaders(reply, { hsts: hstsHeader(deps) })
    .code(503)
    .header('Cache-Control', 'no-store')
    .header('Content-Language', locale)
    .header('Retry-After', retryAfter)
    .send(
      `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">` +
        `<title>${shop}</title><h1>${shop}</h1><p>${sentence}</p></html>`,
    );
}
