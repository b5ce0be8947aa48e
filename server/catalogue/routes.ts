import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { requireFound } from '../api-error.ts';
import { loadCartDetail } from './variants.ts';
import { findProduct } from './product-details.ts';

export function catalogueHandlers({ preparedDb: db }: Deps): Pick<Handlers, 'getProduct' | 'getCartDetail'> {
  return {
    getProduct: async ({ params }) => requireFound(await findProduct(db, params.id)),
    getCartDetail: ({ body }) => loadCartDetail(db, body.ids),
  };
}
