/** Where the shop sells (ISO 3166-1). */
const HOME_COUNTRY = 'MY';

/** A territory of ONIX: countries (ISO 3166-1) and regions (list 49), of which `WORLD` is every country. */
export type Territory = {
  countriesIncluded: readonly string[];
  regionsIncluded: readonly string[];
  countriesExcluded: readonly string[];
  regionsExcluded: readonly string[];
};

/** Whether a territory includes a country, by its name or as part of the world. */
export function includesCountry(territory: Territory, country = HOME_COUNTRY): boolean {
  if (territory.countriesExcluded.includes(country)) return false;
  return territory.countriesIncluded.includes(country) || territory.regionsIncluded.includes('WORLD');
}

/** Whether a territory is the rest of the world: what no other statement of its list names. */
function isElsewhere({ regionsIncluded }: Territory): boolean {
  return regionsIncluded.includes('ROW');
}

/** A statement of sales rights: its type (list 46) and where it holds. */
export type SalesRights = { type: string; territory: Territory };

/** Types of sales rights (list 46) by which a product may be sold; 03 to 06 say that it may not. */
const SALE_TYPES = new Set(['01', '02', '07', '08']);
const NO_SALE_TYPES = new Set(['03', '04', '05', '06']);

/**
 * Whether a product may be sold in a country. A statement that forbids it wins. `elsewhere` is the type for countries that
 * no statement names; a product without any statement may be sold.
 */
export function isForSaleIn(
  statements: readonly SalesRights[],
  elsewhere: string | null = null,
  country = HOME_COUNTRY,
): boolean {
  const named = statements.filter(({ territory }) => includesCountry(territory, country));
  const applicable = named.length > 0 ? named : statements.filter(({ territory }) => isElsewhere(territory));
  const types = applicable.map(({ type }) => type);
  if (types.some((type) => NO_SALE_TYPES.has(type))) return false;
  if (types.some((type) => SALE_TYPES.has(type))) return true;
  if (elsewhere !== null) return SALE_TYPES.has(elsewhere);
  return statements.length === 0;
}
