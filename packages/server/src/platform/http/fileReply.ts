import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StillContent } from '../storage/storage.ts';

/** A file as a handler answers it. */
export interface FileReply {
  /** As the person who saves it sees it; any characters. */
  readonly name: string;
  readonly contentType: string;
  /** One that lies still is saved on from where a connection broke off. */
  readonly content: Buffer | Readable | StillContent;
  /** Shown in the page, such as a picture, instead of saved. */
  readonly inline?: true;
  /** Seconds for which this very address always answers the same bytes; absent: not stored anywhere. */
  readonly cacheSeconds?: number;
}

/** A browser's own fetch accepts anything; who wants the bytes of a file says so. */
export const asksForFile = ({ headers, query }: FastifyRequest): boolean =>
  /spreadsheet|ms-excel|octet-stream/i.test(headers.accept ?? '') ||
  Object.entries(query as object).some(([name, value]) => /^responseType$/i.test(name) && value === 'blob');

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileReply): FastifyReply {
  const { name, contentType, content, inline, cacheSeconds } = file;
  const kind = inline ? 'inline' : 'attachment';
  reply
    .header('Content-Type', contentType)
    .header('Content-Disposition', `${kind}; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('Cache-Control', cacheSeconds ? `private, max-age=${cacheSeconds}, immutable` : 'no-store');
  return 'from' in content ? sendStill(request, reply, content) : reply.send(content);
}

/** The content whole, or from the byte asked for on (RFC 9110 §14; of other ranges the whole). */
function sendStill(request: FastifyRequest, reply: FastifyReply, { sizeBytes, from }: StillContent): FastifyReply {
  // What lies under one address never changes; its size tells whether it is what the caller began with.
  const tag = `"${sizeBytes.toString(36)}"`;
  const [, asked] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const since = request.headers['if-range'];
  const begin = asked === undefined || (since !== undefined && since !== tag) ? 0 : Number(asked);
  reply.header('Accept-Ranges', 'bytes').header('ETag', tag);
  if (begin >= sizeBytes && begin > 0) {
    return reply.code(416).header('Content-Range', `bytes */${sizeBytes}`).send('');
  }
  if (begin > 0) reply.code(206).header('Content-Range', `bytes ${begin}-${sizeBytes - 1}/${sizeBytes}`);
  return reply.header('Content-Length', sizeBytes - begin).send(from(begin));
}
