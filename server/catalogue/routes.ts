import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { required } from '../refuse.ts';
import { cartDetail } from './cart-detail.ts';
import { findProduct } from './find-product.ts';

export function catalogueHandlers({ db }: Deps): Pick<Handlers, 'getProduct' | 'getCartDetail'> {
  return {
    getProduct: async ({ params }) => required(await findProduct(db, params.id)),
    getCartDetail: ({ body }) => cartDetail(db, body.ids),
  };
}
