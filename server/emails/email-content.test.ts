import { expect, test } from 'vitest';
import { openTestApp, post } from '../../tests/test-app.ts';
import { ADDRESS, makeProduct, placeOrder } from '../../tests/factories.ts';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { defangLinks } from './email-content.ts';

const { app, deps } = await openTestApp();

test.each([
  ['Siti binti Ali', 'Siti binti Ali'],
  ['J.R.R. Tolkien', 'J. R. R. Tolkien'],
  ['Lot 5.2, No.12/3, Jalan A', 'Lot 5.2, No.12/3, Jalan A'],
  ['evil.example', 'evil. example'],
  ['https://evil.example/x', 'https: //evil. example/x'],
  ['a@evil.example', 'a@evil. example'],
  ['evil。example', 'evil。 example'],
  ['www.evil.example', 'www. evil. example'],
  ['Siti\u202e\u2069 Ali', 'Siti Ali'],
  ['Siti\u2028Ali\u0085\u009b\r\nBin', 'Siti Ali Bin'],
])('%j', (typed, shown) => {
  expect(defangLinks(typed)).toBe(shown);
});

test('an email that a stranger causes contains no link of theirs', async () => {
  const [password, name] = ['a good long password', 'Click https://evil.example/now or evil.example'];
  const form = { displayName: name, email: 'victim@mail.test', password, confirmPassword: password };
  await post(app, '/customer/auth/register', form);
  const title = await makeProduct({ deps });
  await placeOrder(app, { lines: [title], address: { ...ADDRESS, name, line1: name, email: 'victim@mail.test' } });
  const emails = await renderedEmailsTo(deps, 'victim@mail.test');
  expect(emails).toHaveLength(2);
  for (const { text } of emails) expect(text).not.toMatch(/evil\.example|:\/\/evil/);
});
