import { ZONES, type Zone } from './shipping-zones.ts';

/** A postal code as five ASCII digits (Persian and Arabic digits are read too), or nothing. */
export function parsePostalCode(text: string): string | undefined {
  const digits = text.trim().replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
  return /^\d{5}$/.test(digits) ? digits : undefined;
}

/** The delivery zone that a postal code lies in, or nothing where we do not deliver. */
export function findZone(postalCode: string): Zone | undefined {
  const parsed = parsePostalCode(postalCode);
  if (parsed === undefined) return undefined;
  const number = Number(parsed);
  return ZONES.find((zone) => number >= zone.from && number <= zone.to);
}

/** The `zippy` rule (specification, section 5): valid exactly where delivery is possible. */
export function isPostalCodeValid(postalCode: string): boolean {
  return findZone(postalCode) !== undefined;
}
