import type { FastifyRequest } from 'fastify';

/** Whether a browser asks for a page (or a file of one), not a program for a call. */
export const isPage = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/+api(\/|\?|$)/.test(url);
