import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** What a crowded machine may need. Only a test that hangs ever waits for the end of it. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000, interval: 10 } },
};

/**
 * Web tests that put something else in the place of a module of ours, or leave the page in a way that outlasts them: whatever
 * shared their process would get the same. All others share one, which saves reading the kit for every file.
 */
const apart = [
  'packages/web/src/app/{AlarmSound,App,ConnectionBanner,PageStack,useFreshLists}.test.tsx',
  'packages/web/src/access/PermissionsPage.test.tsx',
  'packages/web/src/alarms/useAlarmChanges.test.tsx',
  'packages/web/src/devices/{LiveStatus,useLiveDevices}.test.tsx',
  'packages/web/src/lib/{client,realtime}.test.tsx',
  'packages/web/src/projects/{BasicInfoPage,ProjectsPage}.test.tsx',
  'packages/web/src/ui/form/SchemaForm.test.tsx',
];

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
          exclude: ['**/node_modules/**', ...apart],
          environment: 'happy-dom',
          isolate: false,
          ...patience,
        },
      },
      {
        plugins: [react()],
        test: { name: 'web apart', include: apart, environment: 'happy-dom', ...patience },
      },
    ],
  },
});
