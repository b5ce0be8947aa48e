import type { applyPrices as contract, PricePreview, PriceResult } from '#contract/admin-catalogue.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Locale } from '#domain/locale.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { throwFieldError } from '../api-error.ts';
import { InvalidFileError } from '../catalogue/csv-format.ts';
import { applyPrices, previewPrices, type Offer } from '../catalogue/price-list.ts';
import type { Deps } from '../context.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

/** What a price list would change. Throws `invalid` for what is none. */
export async function previewPriceList({ db }: Deps, text: string, locale: Locale): Promise<PricePreview> {
  const { changes, unchanged, faults } = await previewPrices(db, text).catch((error: unknown) => {
    throw error instanceof InvalidFileError ? throwFieldError(locale, 'text', 'invalid') : error;
  });
  return {
    changes: changes.map(({ before, after, isBig, ...change }) => {
      return { ...change, before: toRinggit(before), after: toRinggit(after), is_big: isBig };
    }),
    unchanged,
    faults,
  };
}

/** Changes prices under the name of the member of staff; all that can be changed, in one transaction. */
export async function applyPricesAsStaff(
  deps: Deps,
  request: StaffRequest,
  rows: BodyOf<typeof contract>['rows'],
): Promise<PriceResult[]> {
  const action = { verb: 'catalogue prices', about: `${rows.length} formats` };
  const wanted = rows.map(({ isbn, before, after }) => ({ isbn, before: toSen(before), after: toSen(after) }));
  const results = await runAsStaff(deps, request, action, ({ db }) =>
    applyPrices(db, wanted, { actor: request.principal.name }),
  );
  return results.map(({ now, ...result }) => ({ ...result, now: now && toRinggit(now) }));
}

type WireOffer = PricePreview['changes'][number]['before'];

function toRinggit({ listPrice, memberPrice, stock }: Offer): WireOffer {
  return { list_price: ringgitFromSen(listPrice), member_price: ringgitFromSen(memberPrice), stock };
}

function toSen({ list_price: listPrice, member_price: memberPrice, stock }: WireOffer): Offer {
  return { listPrice: senFromRinggit(listPrice), memberPrice: senFromRinggit(memberPrice), stock };
}
