import { describe, expect, test } from 'vitest';
import { findPasswordFault } from './password.ts';

const common = new Set(['password1', 'football123']);
const own = ['Halaman', 'Siti Nurhaliza', 'siti.n@mail.test', 'siti.n', 'bookfriend'];
const fault = (password: string) => findPasswordFault(password, { common, own });

describe('a common password is refused', () => {
  test.each(['password1', 'PassWord1', ' football123 '])('%j', (password) => {
    expect(fault(password)).toBe('password_common');
  });
});

describe('a password that is little more than its owner’s words is refused', () => {
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

describe('any other is taken', () => {
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

test('words of one or two letters are nobody’s own', () => {
  expect(findPasswordFault('lililili', { common, own: ['Li', 'L'] })).toBeUndefined();
});
