import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

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
          hookTimeout: 60_000,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts', 'e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'packages/server/**'],
          testTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['packages/web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          testTimeout: 30_000,
        },
      },
    ],
  },
});
