import { defineConfig } from 'vitest/config';
import { compileMessages } from './scripts/vite-plugins.ts';

/** CI repeats a failed test once, so that a race in one of thousands stops no release; `npm test` names such a test. */
const RETRIES = process.env.CI ? 1 : 0;

const COMPONENT_TESTS = 'web/**/*.test.tsx';
/** `npm run operations` runs these. */
const OPERATIONS_TESTS = 'tests/operations/**';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    retry: RETRIES,
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{domain,contract,server,web,cli,messages,tests,bench}/**/*.test.{ts,tsx}'],
          exclude: [COMPONENT_TESTS, OPERATIONS_TESTS],
          globalSetup: ['tests/cluster.ts'],
          setupFiles: ['tests/property-tests.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [compileMessages],
        test: {
          name: 'components',
          isolate: false,
          include: [COMPONENT_TESTS],
          environment: 'happy-dom',
          setupFiles: ['web/testing/setup.ts'],
          // The library formats messages as in the browser: parsed at the build, by `web/ui/format-message.ts`.
          server: { deps: { inline: ['use-intl'] } },
        },
      },
    ],
  },
});
