import { expect, test } from 'vitest';
import { stateOfPostalCode } from './postal-states.ts';

test.each([
  ['10050', 'Pulau Pinang'],
  ['15000', 'Kelantan'],
  ['30000', 'Perak'],
  ['39000', 'Pahang'],
  ['47301', 'Selangor'],
  ['50480', 'Kuala Lumpur'],
  ['59100', 'Kuala Lumpur'],
  ['62000', 'Putrajaya'],
  ['63000', 'Selangor'],
  ['70000', 'Negeri Sembilan'],
  ['75000', 'Melaka'],
  ['80000', 'Johor'],
  ['86900', 'Johor'],
  ['87000', 'Labuan'],
  ['88000', 'Sabah'],
  ['93350', 'Sarawak'],
  ['۵۰۴۸۰', 'Kuala Lumpur'],
])('%s lies in %s', (code, state) => {
  expect(stateOfPostalCode(code)).toBe(state);
});

test.each(['', '5048', '504800', 'abcde', '00000', '99999'])('“%s” suggests nothing', (code) => {
  expect(stateOfPostalCode(code)).toBeUndefined();
});
