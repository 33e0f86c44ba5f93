import { type CallSpec, commonErrors, type UploadedFile } from '@watchpost/contract';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { readForm } from './readForm.ts';
import { Refusal } from './refusal.ts';

/** Enough for a call's body of 1 MB over a slow line. */
export const bodyTimeoutMs = 30_000;

/** An upload may take until `requestTimeout`, as long as so much of it comes in each stretch: 20 kbit/s, the slowest mobile line. */
export const slowestUpload = { bytes: 64 * 1024, withinMs: 30_000 };
export type Pace = typeof slowestUpload;

const namelessPart = { zh: '表单中有未命名的部分', en: 'a part of the form has no name' };

/** Fields of a form with files: as much as a form without. */
const maxFields = { count: 50, bytes: 64 * 1024 };
export const maxFieldBytes = 1024 * 1024;

const typeOf = (request: FastifyRequest): string => (request.headers['content-type'] ?? '').toLowerCase();

export const isForm = (request: FastifyRequest): boolean =>
  typeOf(request).startsWith('application/x-www-form-urlencoded');

/** By its header: the parser of such bodies says so only later. */
export const isMultipart = (request: FastifyRequest): boolean => typeOf(request).startsWith('multipart/');

const methodsWithBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** How many bytes a request brings, as it says itself; at most `max`, which one in pieces may bring. 0: it has no body. */
export function bodyLength({ method, headers }: FastifyRequest, max: number): number {
  if (!methodsWithBody.has(method)) return 0;
  if (headers['transfer-encoding'] !== undefined) return max;
  return Math.min(Number(headers['content-length'] ?? 0), max);
}

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

type Upload = NonNullable<CallSpec['upload']>;
export interface Parts {
  body: Record<string, unknown>;
  files: UploadedFile[];
}

/** What a call without files reads past before it says so: who sends files hears why they are refused, not a cut connection. */
const maxIgnoredBytes = 32 * 1024 * 1024;

export const maxUploadBytes = ({ maxBytes, maxFiles }: Upload): number => maxBytes * maxFiles + maxFieldBytes;

/**
 * Fields and files of a multipart body, held in memory: `upload` bounds both.
 *
 * @throws Refusal `fileMissing`, `bodyTooLarge`, `bodyTooSlow`
 */
export async function readParts(
  request: FastifyRequest,
  reply: FastifyReply,
  upload: Upload,
  slowest: Pace = slowestUpload,
): Promise<Parts> {
  if (!request.isMultipart()) throw new Refusal(commonErrors.fileMissing);
  const { raw } = request;
  const max = upload.maxFiles === 0 ? maxIgnoredBytes : maxUploadBytes(upload);
  const tooLarge = new Refusal(commonErrors.bodyTooLarge);
  if (Number(raw.headers['content-length'] ?? 0) > max) {
    reply.header('Connection', 'close');
    throw tooLarge;
  }
  const stopped = Promise.withResolvers<never>();
  let lately = 0;
  let all = 0;
  const count = ({ length }: Buffer): void => {
    lately += length;
    all += length;
    if (all > max) stopped.reject(tooLarge);
  };
  const timer = setInterval(() => {
    if (lately < slowest.bytes) stopped.reject(new Refusal(commonErrors.bodyTooSlow));
    lately = 0;
  }, slowest.withinMs);
  raw.on('data', count);
  try {
    return await Promise.race([collectParts(request, upload), stopped.promise]);
  } catch (error) {
    // Nobody wants the rest.
    reply.header('Connection', 'close');
    // The parser of forms does not say that the body is to blame: no boundary, cut off in the middle.
    if (error instanceof Error && !(error instanceof Refusal) && !('statusCode' in error))
      throw Object.assign(error, { statusCode: 400 });
    throw error;
  } finally {
    clearInterval(timer);
    raw.off('data', count);
  }
}

async function collectParts(request: FastifyRequest, { maxBytes, maxFiles, mayBeNone }: Upload): Promise<Parts> {
  const fields = new URLSearchParams();
  const files: UploadedFile[] = [];
  let ignored: string | null = null;
  const takesFiles = maxFiles > 0;
  const limits = {
    fields: maxFields.count,
    fieldSize: maxFields.bytes,
    ...(takesFiles ? { fileSize: maxBytes, files: maxFiles } : { fileSize: maxIgnoredBytes }),
  };
  for await (const part of request.parts({ limits })) {
    // A part without a name is no field.
    if (part.fieldname === undefined) throw new Refusal(commonErrors.badInput, { fields: namelessPart });
    if (part.type === 'file' && takesFiles) {
      files.push({ name: part.filename, contentType: part.mimetype, content: await part.toBuffer() });
    } else if (part.type === 'file') {
      ignored ??= part.fieldname;
      part.file.resume();
    } else {
      if (part.valueTruncated) throw new Refusal(commonErrors.bodyTooLarge);
      fields.append(part.fieldname, String(part.value));
    }
  }
  if (ignored !== null) throw new Refusal(commonErrors.noFiles).about(ignored);
  if (files.length === 0 && takesFiles && !mayBeNone) throw new Refusal(commonErrors.fileMissing);
  return { body: readForm(fields.toString()), files };
}

/** The fields of a multipart body of a call that takes no files. @throws Refusal `noFiles` when it has some */
export const readFields = async (
  request: FastifyRequest,
  reply: FastifyReply,
  slowest?: Pace,
): Promise<Record<string, unknown>> => (await readParts(request, reply, { maxBytes: 0, maxFiles: 0 }, slowest)).body;
