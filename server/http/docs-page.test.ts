import { expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument('https://shop.test', 'Shop');

test('the readable page names every call', () => {
  const page = docsPage('Shop', document, '/shop.css');
  for (const { path } of Object.values(ENDPOINTS)) expect(page).toContain(`<code>${path}</code>`);
});

test('a call that answers a file says which kind', () => {
  const { paths } = document as { paths: Record<string, Record<string, { responses: object }>> };
  const responses = paths['/api/orders/{id}/receipt']!.get!.responses;
  expect(responses).toMatchObject({ 200: { content: { 'application/pdf': { schema: { format: 'binary' } } } } });
  expect(docsPage('Shop', document, '/shop.css')).toContain('Answer (application/pdf)');
});
