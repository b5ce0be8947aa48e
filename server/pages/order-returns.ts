import type { OrderReturnView } from '#contract/order-request-views.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '#contract/error-codes.ts';
import type { Refund } from '#contract/orders.ts';
import { localizedPath, orderReturnPath } from '#contract/pages.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import { readCustomerOrderToken } from '../emails/links.ts';
import { toApiError } from '../http/error-responses.ts';
import { redirectTo } from '../http/headers.ts';
import { rateLimitSubject } from '../limits.ts';
import { addReturnPhotos, findReturnPhoto } from '../orders/returns/return-photos.ts';
import { renderReturnLabel } from '../receipts/return-label.ts';
import { errorMessage } from '../translations.ts';
import { onLinkedOrder, type LinkedOrder } from './linked-order.ts';
import { sendUncached, type PageHandler } from './storefront.ts';

/** A return of the order of a link; `returned` is its refund. */
type LinkedReturn = LinkedOrder & { number: string; returned: Refund };

/** Sends the page of a return: how far it is, its label and its photos. */
export const sendReturnPage: PageHandler = onReturn((linked) => sendReturn(linked, {}));

/** Takes the form with photos. */
export const submitReturnPhotos: PageHandler = onReturn(async (linked) => {
  const { context, request, reply, token, number, returned } = linked;
  const { deps, locale } = context;
  try {
    await deps.consumeRateLimit('write', rateLimitSubject(request.ip));
    await addReturnPhotos(deps, returned.id, await readFiles(request));
    return redirectTo(reply, localizedPath(locale, orderReturnPath(token, number)));
  } catch (error) {
    const { code, details } = toApiError(error);
    if (code === 'internal') throw error;
    if (details.retryAfter !== undefined) void reply.header('Retry-After', details.retryAfter);
    return sendReturn(linked, { error: errorMessage(locale, code, details.retryAfter) }, ERROR_CODES[code]);
  }
});

/** Sends a photo to whoever has the link of its order. */
export const sendReturnPhoto: PageHandler = onReturn(async ({ context, request, reply, returned }) => {
  const { photo } = request.params as { photo: string };
  if (!returned.return!.photos.includes(photo)) return throwApiError('not_found');
  const contents = requireFound(await findReturnPhoto(context.deps, photo));
  return reply.header('Cache-Control', 'private, max-age=3600').type('image/jpeg').send(contents);
});

/** Sends the label of an accepted return as a PDF. */
export const sendReturnLabel: PageHandler = onReturn(async ({ context, reply, order, number, returned }) => {
  if (returned.return!.status !== 'accepted') return throwApiError('not_found');
  const { deps, locale } = context;
  const { shopName: shop, contact } = deps.config;
  const label = await renderReturnLabel(order, { number, locale, shop, contact });
  return reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${number}.pdf"`)
    .type('application/pdf')
    .send(Buffer.from(label));
});

function onReturn(handle: (linked: LinkedReturn) => Promise<FastifyReply>): PageHandler {
  return onLinkedOrder((linked) => {
    const { number } = linked.request.params as { number: string };
    const returned = linked.order.refunds.find((refund) => refund.return?.number === number);
    return returned ? handle({ ...linked, number, returned }) : throwApiError('not_found');
  });
}

function sendReturn(
  { context, reply, token, order, number, returned }: LinkedReturn,
  shown: Pick<OrderReturnView, 'error'>,
  status = 200,
): Promise<FastifyReply> {
  const { deps, locale } = context;
  const isGuest = readCustomerOrderToken(deps, token) === undefined;
  const view: OrderReturnView = { page: 'orderReturn', order, returned, isGuest, ...shown };
  return sendUncached(context, reply, { locale, view, path: orderReturnPath(token, number), status });
}

/** The files of a form; a field without a file is none. */
async function readFiles({ body, headers }: FastifyRequest): Promise<Buffer[]> {
  if (!Buffer.isBuffer(body)) return throwApiError('unsupported_media_type');
  const type = { 'content-type': headers['content-type']! };
  const form = await new Response(new Uint8Array(body), { headers: type })
    .formData()
    .catch((error: unknown) => throwApiError('malformed', {}, error));
  const files = form.getAll('photos').filter((value) => value instanceof File && value.size > 0) as File[];
  return Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())));
}
