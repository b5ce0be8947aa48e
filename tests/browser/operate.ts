import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, PASSWORD, signIn, type Page } from './shop.ts';
import { NODE_FLAGS } from '../shop-process.ts';

const run = promisify(execFile);

/** Runs an operator command beside the running shop, as `npm run shop -- …` does; returns its output. */
export async function operate(...words: string[]): Promise<string> {
  const { SHOP_DATA, SHOP_URL } = process.env;
  const { port } = new URL(SHOP_URL!);
  const shop = { NODE_ENV: 'production', PORT: port, DATA_DIR: SHOP_DATA, PUBLIC_URL: SHOP_URL, DEMO: '1' };
  const { stdout, stderr } = await run(process.execPath, [...NODE_FLAGS, 'cli/main.ts', ...words], {
    env: { ...process.env, ...shop },
  });
  expect(stderr).toBe('');
  return stdout;
}

/** Signs in as a new customer, so that profile changes affect no other test; returns the customer. */
export async function signInAsNew(page: Page): Promise<string> {
  const username = `test-${randomBytes(6).toString('hex')}`;
  const email = `${username}@example.com`;
  const data = { displayName: 'Nurul Huda', email, username, password: PASSWORD, confirmPassword: PASSWORD };
  const response = await page.request.post('/customer/auth/register', { data });
  expect(response.status()).toBe(200);
  await operate('user', 'activate', email);
  await signIn(page, username);
  return username;
}

/** Opens a ticket of the signed-in customer that the staff have answered; answers its number. */
export async function openAnsweredTicket(page: Page, subject: string, reply: string): Promise<string> {
  const number = await page.evaluate(async (about) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.accessToken}` };
    const post = async (path: string, body: object) =>
      (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    const { id } = await post('/customer/ticket/add', { subject: about, message: 'When does it come?' });
    return (await post('/customer/ticket/get', { id })).number as string;
  }, subject);
  await operate('ticket', 'reply', number, reply);
  return number;
}

/** Tickets of a new customer, who has written again after an answer; returns their numbers. */
export async function openTickets(reader: Page, count: number): Promise<string[]> {
  await signInAsNew(reader);
  const numbers: string[] = [];
  for (let index = 0; index < count; index += 1) {
    numbers.push(await openAnsweredTicket(reader, `Where is it? ${index}`, 'Which one?'));
    await reader.evaluate(async (number) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.accessToken}` };
      const { rows } = await (await fetch(`/customer/ticket?q=${number}`, { headers })).json();
      const body = JSON.stringify({ parent: rows[0].id, message: 'The last one.' });
      await fetch('/customer/ticket/add', { method: 'POST', headers, body });
    }, numbers.at(-1)!);
  }
  return numbers;
}
