import { defineConfig } from 'vitest/config';

/** `npm run operations`: servers, PostgreSQL, proxies and poolers of the system as processes of their own, one file after the other. */
export default defineConfig({
  test: {
    name: 'operations',
    include: ['tests/operations/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
