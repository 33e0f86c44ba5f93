import { globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** What a crowded machine may need. Only a test that hangs ever waits for the end of it. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000, interval: 10 } },
  // A list that is not what it should be is printed whole: what failed elsewhere is understood from its output alone.
  chaiConfig: { truncateThreshold: 0 },
};

/** Test files that replace a module, and so need a process whose modules are nobody else's. */
const replacing = globSync('packages/web/src/**/*.test.tsx', { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
);

const web = {
  environment: 'happy-dom',
  // A link that is clicked, or a file that is taken, leaves the address to the page's router.
  environmentOptions: {
    happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
  },
  setupFiles: ['packages/web/src/testing/setUp.ts'],
  // The React that people get; its development build takes three times as long.
  env: { NODE_ENV: 'production' },
  ...patience,
};
const webPlugins = { plugins: [react()], oxc: { jsx: { development: false } } };

export default defineConfig({
  test: {
    // A folder without tests yet is no failure; "nothing ran at all" is judged by tools/test.ts.
    passWithNoTests: true,
    // Vitest would leave one processor to a person at the keyboard; most of these tests wait for a disk, a socket or PostgreSQL.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          globalSetup: ['packages/server/src/testing/database.ts'],
          // Each file has a database of its own; loading the server anew for each costs more than many of their tests.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts', 'e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'packages/server/**'],
          // Pure calculations and sockets: their modules keep nothing, so files share a process instead of starting one each.
          isolate: false,
          ...patience,
        },
      },
      {
        ...webPlugins,
        // Loading the kit costs a file more than its tests: files share a process.
        test: {
          name: 'web',
          include: ['packages/web/src/**/*.test.tsx'],
          exclude: replacing,
          isolate: false,
          ...web,
          environment: './packages/web/src/testing/oneWindow.ts',
        },
      },
      {
        ...webPlugins,
        test: { name: 'web alone', include: replacing, ...web },
      },
    ],
  },
});
