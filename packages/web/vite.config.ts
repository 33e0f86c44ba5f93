import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server answers /login with login.html and every other screen with index.html; the development server does the same. */
const screensLikeTheServer: Plugin = {
  name: 'screens-like-the-server',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (/^\/login(\?|$)/.test(request.url ?? '')) request.url = `/login.html${request.url?.slice('/login'.length)}`;
      next();
    });
  },
};

export default defineConfig({
  plugins: [react(), screensLikeTheServer],
  build: {
    rolldownOptions: { input: ['index.html', 'login.html'] },
    // No data: URLs: the server's content security policy allows fonts and images from itself only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/mqtt': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
});
