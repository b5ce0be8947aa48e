import { examine, type Finding } from '../server/upkeep/examine.ts';
import { withProgress } from './progress.ts';
import type { Verb } from './verb.ts';

export const doctor: Verb = {
  name: 'doctor',
  summary: 'Prove over the whole database that stock, coupons, orders, money, mails and the trail agree. Only reads.',
  opens: 'shop',
  run: async (_, { connect }) => {
    const findings = await withProgress('Laws', (onProgress) => examine(connect, onProgress));
    const broken = findings.filter(({ rows }) => rows.length > 0);
    const answer = { text: findings.map(lineOf).join('\n'), data: { sound: broken.length === 0, findings } };
    if (broken.length === 0) return answer;
    return { ...answer, failure: `${broken.length} of ${findings.length} laws of the shop are broken.` };
  },
};

function lineOf({ law, rows }: Finding): string {
  if (rows.length === 0) return `ok      ${law}`;
  return [`BROKEN  ${law}`, ...rows.map((row) => `          ${JSON.stringify(row)}`)].join('\n');
}
