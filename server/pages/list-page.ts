import type { FastifyReply, FastifyRequest } from 'fastify';
import { givePath, listPath, localizedPath } from '#contract/pages.ts';
import { MAX_ID } from '#domain/pricing/cart.ts';
import { sessionBindingCookie } from '../accounts/auth-cookies.ts';
import { throwApiError } from '../api-error.ts';
import { findUnstorableText } from '../http/register-endpoints.ts';
import { toApiError } from '../http/error-responses.ts';
import { redirectTo, secretCookie } from '../http/headers.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { readSharedList, releaseGift, takeGift, type ListVisitor } from '../wish-lists/shared-lists.ts';
import { storeCartForm } from './cart-page.ts';
import { sendUncached, type LocalizedContext } from './storefront.ts';

type ListParams = { key: string };

const HALF_A_YEAR_SECONDS = 180 * 24 * 3600;

/** By this cookie a giver's browser is known to their own marks. */
const giverCookie = (publicUrl: string) => secretCookie(publicUrl, { name: 'giver', maxAge: HALF_A_YEAR_SECONDS });

/** Sends a shared list. `give` shows what is taken: a step of its own, so that nobody meets it by following a link. */
export async function sendListPage(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { give } = request.query as { give?: unknown };
  return sendList(context, { isGiving: give !== undefined, status: 200 }, request, reply);
}

async function sendList(
  context: LocalizedContext,
  { isGiving, status }: { isGiving: boolean; status: 200 | 409 },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { deps, locale } = context;
  const { key } = request.params as ListParams;
  // Its forms send their origin to this shop alone, and the link to nobody else.
  void reply.header('Referrer-Policy', 'same-origin');
  if (findUnstorableText({ key }).length > 0) throwApiError('not_found');
  const visitor: ListVisitor = {
    giver: giverCookie(deps.publicUrl).hash(request.cookies),
    cookieHash: sessionBindingCookie(deps.publicUrl).hash(request.cookies),
  };
  try {
    const list = await readSharedList(deps.db, { key, isGiving }, visitor);
    const view = { ...list, isTaken: status === 409 };
    return await sendUncached(context, reply, { locale, view, path: listPath(key), status });
  } catch (error) {
    if (toApiError(error).code !== 'not_found') throw error;
    return sendUncached(context, reply, { locale, view: { page: 'not_found' }, path: '/', status: 404 });
  }
}

/** Marks a title as given, which `buy` also puts into the cart, or takes the mark back. Who comes too late is told so. */
export async function submitListForm(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { deps, locale } = context;
  const { body } = request;
  if (!(body instanceof URLSearchParams)) return throwApiError('unsupported_media_type');
  const { key } = request.params as ListParams;
  const productId = Number(body.get('product'));
  if (!Number.isInteger(productId) || productId < 1 || productId > MAX_ID) return throwApiError('not_found');
  if (findUnstorableText({ key }).length > 0) throwApiError('not_found');
  const cookie = giverCookie(deps.publicUrl);
  const known = cookie.secret(request.cookies);
  const secret = known ?? newSecret();
  const cookieHash = sessionBindingCookie(deps.publicUrl).hash(request.cookies);
  const gift = { key, productId, giver: hashSecret(secret), cookieHash };
  if (body.has('undo')) await releaseGift(deps.db, gift);
  else {
    if (!(await takeGift(deps.db, gift))) return sendList(context, { isGiving: true, status: 409 }, request, reply);
    const { name, value, options } = cookie.set(secret);
    void reply.setCookie(name, value!, options);
  }
  if (!body.has('line')) return redirectTo(reply, localizedPath(locale, givePath(key)));
  storeCartForm(context, body, request, reply);
  return redirectTo(reply, localizedPath(locale, '/cart'));
}
