import react from '@vitejs/plugin-react';
import { isReportPage, isSignPage, isVerifyPage, publicPages } from '@watchpost/contract';
import { wireCalls } from '@watchpost/contract/wireCalls';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { chunkGroups } from './chunkGroups.ts';
import { landFiles } from './landFiles.ts';
import { pdfFiles } from './pdfFiles.ts';

/** The server answers screens before sign-in with login.html, others with index.html; the development server does the same. */
const screensLikeTheServer: Plugin = {
  name: 'screens-like-the-server',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const [path, search] = (request.url ?? '').split(/(?=\?)/, 2);
      if (
        publicPages.some((page) => page === path) ||
        isReportPage(path ?? '') ||
        isSignPage(path ?? '') ||
        isVerifyPage(path ?? '')
      )
        request.url = `/login.html${search ?? ''}`;
      next();
    });
  },
};

/** The finished table of calls in the place of the module that makes it out of every schema: 40 KiB less for the first screen. */
const finishedWireCalls: Plugin = {
  name: 'finished-wire-calls',
  apply: 'build',
  load: (id) =>
    /packages\/contract\/src\/wireCalls\.ts$/.test(id)
      ? `export const wireCalls = ${JSON.stringify(wireCalls)};`
      : null,
};

/** Everything but how the files are divided. */
const undivided = {
  plugins: [react(), screensLikeTheServer, finishedWireCalls, landFiles, pdfFiles],
  // The kit's address for its words leads to a second copy of them, which tests on Node need.
  resolve: { alias: [{ find: /^antd\/locale\//, replacement: 'antd/es/locale/' }] },
  build: {
    rolldownOptions: {
      input: ['index.html', 'login.html'],
      treeshake: {
        moduleSideEffects: [
          // The contract only describes: an import of a few calls carries no others.
          { test: /packages\/contract\/src\//, sideEffects: false },
          // An index only hands on: one component of a domain does not bring its dialogs and tables.
          { test: /packages\/web\/src\/(.+\/)?index\.ts$/, sideEffects: false },
          // What the kit is made of only defines components, and does not say so: a context of its form does not bring the form.
          // What makes dates for its pickers extends the library of dates.
          { test: /node_modules\/@rc-component\/(?!picker\/es\/generate\/)/, sideEffects: false },
        ],
      },
    },
    // No data: URLs: the server's content security policy allows fonts and images from itself only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
} satisfies UserConfig;

/** The groups of `chunkGroups`, as the builder takes them. Measured by `npm run bench -- weight`. */
async function divided(): Promise<UserConfig['build']> {
  const name = await chunkGroups(undivided);
  const { rolldownOptions } = undivided.build;
  const output = {
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name, debugName: 'what many open' }] },
  };
  return { ...undivided.build, rolldownOptions: { ...rolldownOptions, output } };
}

export default defineConfig(async ({ command }) => ({
  ...undivided,
  ...(command === 'build' && { build: await divided() }),
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/mqtt': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
}));
