import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** What a crowded machine may need. Only a test that hangs ever waits for the end of it. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000, interval: 10 } },
};

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
        plugins: [react()],
        test: {
          name: 'web',
          include: ['packages/web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          ...patience,
        },
      },
    ],
  },
});
