import { type CallSpec, commonErrors, type UploadedFile } from '@watchpost/contract';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { readForm } from './readForm.ts';
import { Refusal } from './refusal.ts';

/** Nobody needs longer for a call's body of 1 MB at most; uploads have the longer time. */
export const bodyTimeoutMs = 30_000;

export const hasBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Ends a body that trickles in: the call fails as one that is too slow, and its connection is closed. */
export function limitTime(body: RequestPayload, timeoutMs: number, reply: FastifyReply): void {
  const timer = setTimeout(() => {
    reply.header('Connection', 'close');
    // Who reads it answers; a body that nobody reads only holds its connection.
    if (body.listenerCount('error') > 0) body.emit('error', new Refusal(commonErrors.bodyTooSlow));
    else body.destroy();
  }, timeoutMs);
  body.once('close', () => clearTimeout(timer));
  body.once('end', () => clearTimeout(timer));
}

export const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');

/** Fields and files of a multipart body, held in memory: `upload` bounds both. */
export async function readParts(
  request: FastifyRequest,
  { maxBytes, maxFiles, mayBeNone }: NonNullable<CallSpec['upload']>,
): Promise<{ body: Record<string, unknown>; files: UploadedFile[] }> {
  const fields = new URLSearchParams();
  const files: UploadedFile[] = [];
  if (!request.isMultipart()) throw new Refusal(commonErrors.fileMissing);
  for await (const part of request.parts({ limits: { fileSize: maxBytes, files: maxFiles, fields: 50 } })) {
    if (part.type === 'file') {
      files.push({ name: part.filename, contentType: part.mimetype, content: await part.toBuffer() });
    } else {
      fields.append(part.fieldname, String(part.value));
    }
  }
  if (files.length === 0 && !mayBeNone) throw new Refusal(commonErrors.fileMissing);
  return { body: readForm(fields.toString()), files };
}

/** The fields of a multipart body of a call that takes no files. @throws Refusal when it has some */
export const readFields = async (request: FastifyRequest): Promise<Record<string, unknown>> =>
  (await readParts(request, { maxBytes: 1, maxFiles: 0, mayBeNone: true })).body;
