import { describe, expect, test } from 'vitest';
import { findPasswordWeakness } from './password.ts';

const common = new Set(['password1', 'football123']);
const own = ['Halaman', 'Siti Nurhaliza', 'siti.n@mail.test', 'siti.n', 'bookfriend'];
const fault = (password: string) => findPasswordWeakness(password, { common, own });

describe('a common password is rejected', () => {
  test.each(['password1', 'PassWord1', ' football123 '])('%j', (password) => {
    expect(fault(password)).toBe('password_common');
  });
});

describe('a password based on the customer’s own words is rejected', () => {
  test.each([
    'halaman!',
    'Halaman2026',
    '2026halaman',
    'HALAMANhalaman',
    'siti.n@mail.test',
    'Siti.N@Mail.Test1',
    'Siti Nurhaliza',
    'nurhaliza_siti',
    'Nurhaliza99',
    'bookfriend',
    '!!bookfriend!!',
    'Síti Nurhalíza',
    'siti halaman 12',
  ])('%j', (password) => {
    expect(fault(password)).toBe('password_own');
  });
});

describe('any other is accepted', () => {
  test.each([
    'a good long password',
    'siti reads every night',
    'halaman-Kq83z',
    '🔑🔑🔑🔑🔑🔑🔑🔑',
    '        ',
    'پنجره‌های باز',
    'xxxxxxxxxxxxxxxx',
  ])('%j', (password) => {
    expect(fault(password)).toBeUndefined();
  });
});

test('words of one or two letters are ignored', () => {
  expect(findPasswordWeakness('lililili', { common, own: ['Li', 'L'] })).toBeUndefined();
});
