import { parsePostalCode } from './postal-code.ts';

/** The state or federal territory that most postal codes of each range lie in, by the first two digits. */
const STATES: readonly (readonly [from: number, to: number, state: string])[] = [
  [1, 2, 'Perlis'],
  [5, 9, 'Kedah'],
  [10, 14, 'Pulau Pinang'],
  [15, 18, 'Kelantan'],
  [20, 24, 'Terengganu'],
  [25, 28, 'Pahang'],
  [30, 36, 'Perak'],
  [39, 39, 'Pahang'],
  [40, 48, 'Selangor'],
  [49, 49, 'Pahang'],
  [50, 60, 'Kuala Lumpur'],
  [62, 62, 'Putrajaya'],
  [63, 68, 'Selangor'],
  [69, 69, 'Pahang'],
  [70, 73, 'Negeri Sembilan'],
  [75, 78, 'Melaka'],
  [79, 86, 'Johor'],
  [87, 87, 'Labuan'],
  [88, 91, 'Sabah'],
  [93, 98, 'Sarawak'],
];

/** The state that a postal code most likely lies in, to suggest it; nothing for a code that is none. */
export function stateOfPostalCode(postalCode: string): string | undefined {
  const digits = parsePostalCode(postalCode);
  if (digits === undefined) return undefined;
  const area = Number(digits.slice(0, 2));
  return STATES.find(([from, to]) => area >= from && area <= to)?.[2];
}
