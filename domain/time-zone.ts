/** The shop's time: its days, months and hours are Malaysia's. */
export const TIME_ZONE = 'Asia/Kuala_Lumpur';

/** Eight hours ahead of UTC all year, since 1982. */
const AHEAD_MS = 8 * 3600 * 1000;

/** The day in Malaysia at a moment of the wire (ISO 8601): `2026-11-23`. */
export function dayInMalaysia(iso: string): string {
  return new Date(Date.parse(iso) + AHEAD_MS).toISOString().slice(0, 10);
}
