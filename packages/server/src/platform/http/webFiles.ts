import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerUnknownCall } from './callServer.ts';
import { isPage } from './isPage.ts';

/** Files with a hash in their name never change. */
const oneYearSeconds = 31_536_000;

/**
 * Serves the built web pages: the screens before sign-in are a document of their own, every other path that is no call answers
 * the shell, which knows the routes.
 */
export async function serveWebFiles(
  app: FastifyInstance,
  folder: string,
  beforeSignIn: readonly string[],
): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    app.setNotFoundHandler(answerUnknownCall);
    return;
  }
  app.addHook('onRequest', async (request, reply) => {
    // What serves files refuses such paths by itself, in words for machines; the shell knows none of them and says so.
    if (isPage(request) && /^[^?#]*(\/\/|\\)/.test(request.url)) return reply.sendFile('index.html');
  });
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    // Such as the stamp of the build.
    dotfiles: 'ignore',
    // The build puts a packed copy beside each file.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = path.relative(folder, file).startsWith('assets');
      reply.header('Cache-Control', hashed ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache');
    },
  });
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
  for (const page of beforeSignIn) app.get(page, (_request, reply) => reply.sendFile('login.html'));
  app.setNotFoundHandler((request, reply) => {
    // A missing script must not be answered with a page: the browser would run it.
    if (!isPage(request) || path.extname(new URL(request.url, 'http://localhost').pathname) !== '')
      return answerUnknownCall(request, reply);
    return reply.sendFile('index.html');
  });
}
