import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type CameraKind, cameraErrors, cameraFailures, commonErrors } from '@watchpost/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { guardedRequest } from '../../platform/guardedRequest.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { OutboundGuard } from '../../platform/outboundGuard.ts';
import { failureOf, failureOfStatus, NoStream } from '../source/NoStream.ts';
import { openFlv } from '../source/openFlv.ts';
import { openSource } from '../source/openSource.ts';
import { isPlaylist, maxPlaylistBytes, readPlaylist } from '../source/probe.ts';
import { rewritePlaylist } from './rewritePlaylist.ts';
import type { SealedParts } from './sealedParts.ts';
import type { RunningSession, SessionKeeper } from './sessions.store.ts';
import { streamStart } from './tickets.ts';
import { type OpenCamera, type Viewers, verdictMs } from './viewers.ts';

/** A media server that says nothing for so long in the middle of a picture is gone. */
const silenceMs = 20_000;
/** Key frames of large pictures come in segments of some megabytes; ten seconds of 4K have about thirty. */
const maxPartBytes = 64 * 1024 * 1024;
/** A description of a session has a few kilobytes. */
const maxDescriptionBytes = 64 * 1024;
/** A wall shows sixteen; two screens of one person, and as many again. */
const maxStreamsOfUser = 64;
/** WebRTC sessions of which we know where to end them; the oldest are forgotten first. */
const maxSessions = 5_000;
/** A media server that cannot be reached so often in a row shows nothing to anybody. */
const maxTries = 60;

interface WatchedSession {
  /** Of the camera, with its login. */
  readonly address: URL;
  /** Null: of before a restart, by a version that did not keep it. */
  readonly userId: number | null;
  /** No more asking whether its viewer may still look. */
  readonly stop: () => void;
  /** How often ending it has failed. */
  tries: number;
  isEnding: boolean;
}

/** What is asked for below a ticket. */
interface Asked {
  readonly camera: OpenCamera;
  readonly ticket: string;
  /** The sealed name of a piece; empty: the beginning of the stream. */
  readonly part: string;
  readonly query: Record<string, string>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborted when the viewer leaves; ends the request to the media server too. */
  readonly signal: AbortSignal;
}

const descriptionType = { 'content-type': 'application/sdp' } as const;
const videoTypes = /^(video|audio)\/[\w.+-]+$/;

/**
 * Serves what cameras show, below `/stream/<ticket>/`: the browser talks to us alone, we to the media servers, so that it
 * learns neither where they are nor how to log in, and needs no permission to connect elsewhere. Not under /api: these are
 * pieces of a running picture, which players ask for.
 */
export function serveStreams(
  app: FastifyInstance,
  {
    viewers,
    guard,
    parts,
    keeper,
    askEveryMs = verdictMs,
  }: { viewers: Viewers; guard: OutboundGuard; parts: SealedParts; keeper: SessionKeeper; askEveryMs?: number },
): void {
  app.addContentTypeParser(
    descriptionType['content-type'],
    { parseAs: 'string', bodyLimit: maxDescriptionBytes },
    (_request, body, done) => done(null, body),
  );
  /** Long ones, by who looks at them. */
  const open = new Map<number, number>();
  /** WebRTC sessions by the address that ends them; the keeper has them beyond a restart. */
  const sessions = new Map<string, WatchedSession>();

  /** A picture runs for hours: whether its viewer may still look is asked again and again. Returned: no more asking. */
  const whileAdmitted = (ticket: string, address: URL, end: () => void): (() => void) => {
    const asking = setInterval(() => {
      viewers.admit(ticket).then(
        (now) => now?.address.href !== address.href && end(),
        () => {},
      );
    }, askEveryMs);
    asking.unref();
    return () => clearInterval(asking);
  };

  const forgetSession = async (href: string): Promise<void> => {
    sessions.get(href)?.stop();
    sessions.delete(href);
    await keeper.forget(href);
  };

  const endSession = async (address: URL, href: string): Promise<void> => {
    const session = new URL(href);
    [session.username, session.password] = [address.username, address.password];
    const limits = { timeoutMs: silenceMs, maxBytes: maxDescriptionBytes };
    const { status } = await guardedRequest(guard, session, { method: 'DELETE', ...limits });
    const failure = failureOfStatus(status);
    // One that is not known there has ended.
    if (failure !== null && failure !== 'unknownStream') throw new NoStream(failure);
    await forgetSession(href);
  };

  /** Tried again with the next question while the media server cannot be reached. */
  const endUnseen = async (address: URL, href: string): Promise<void> => {
    const session = sessions.get(href);
    if (!session || session.isEnding) return;
    session.isEnding = true;
    try {
      await endSession(address, href);
    } catch {
      session.isEnding = false;
      if (++session.tries >= maxTries) await forgetSession(href).catch(() => {});
    }
  };

  /** A player that left without a word leaves its session: who has too many has ended the oldest. */
  const endOldestOf = (userId: number): void => {
    const own = [...sessions].filter(([, session]) => session.userId === userId && !session.isEnding);
    const surplus = Math.max(0, own.length + 1 - maxStreamsOfUser);
    for (const [href, { address }] of own.slice(0, surplus)) void endUnseen(address, href);
  };

  const watchSession = ({ ticket, address: written, href, userId = null }: RunningSession) => {
    const address = new URL(written);
    if (userId !== null) endOldestOf(userId);
    const [oldest] = sessions.keys();
    if (oldest !== undefined && sessions.size >= maxSessions) void forgetSession(oldest).catch(() => {});
    const stop = whileAdmitted(ticket, address, () => void endUnseen(address, href));
    sessions.set(href, { userId, address, stop, tries: 0, isEnding: false });
  };

  app.addHook('onClose', async () => {
    for (const { stop } of sessions.values()) stop();
  });
  // Those that ran before a restart: their viewers may have lost the right meanwhile.
  app.addHook('onReady', async () => {
    for (const session of await keeper.all()) watchSession(session);
  });

  const sendPlaylist = (reply: FastifyReply, camera: OpenCamera, from: URL, written: string, below: string) =>
    reply
      .header('Cache-Control', 'no-store')
      .type('application/vnd.apple.mpegurl')
      .send(rewritePlaylist(written, from, (address) => `${below}${parts.seal(camera.id, address.href)}`));

  const sendStream = (reply: FastifyReply, type: string, stream: Readable) =>
    reply.header('Cache-Control', 'no-store').type(type).send(stream);

  const hlsStart = async ({ camera, query, reply, signal }: Asked) => {
    const playlist = await readPlaylist(guard, camera.address, withPlace(camera.address, query), signal);
    return sendPlaylist(reply, camera, playlist.url, playlist.text, 'p/');
  };

  const hlsPart = async ({ camera, part, query, request, reply, signal }: Asked) => {
    const address = parts.open(camera.id, part);
    if (address === null) throw new Refusal(commonErrors.notFound);
    const place = withPlace(new URL(address), query);
    const { url, answer } = await openSource(guard, camera.address, place, { signal, range: request.headers.range });
    answer.socket.setTimeout(silenceMs, () => answer.destroy(new NoStream('noAnswer')));
    const chunks = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
    const { value: begin } = await chunks.next();
    const isList = begin !== undefined && isPlaylist(begin);
    const content = Readable.from(atMost(isList ? maxPlaylistBytes : maxPartBytes, begin, chunks), {
      objectMode: false,
    });
    if (isList) return sendPlaylist(reply, camera, url, await text(content), '');
    const { 'content-type': said = '', 'content-length': length, 'content-range': range } = answer.headers;
    reply.code(answer.statusCode === 206 ? 206 : 200);
    if (length !== undefined) reply.header('Content-Length', length);
    if (range !== undefined) reply.header('Content-Range', range);
    const type = said.split(';')[0]!.trim();
    // Never anything that a browser would show or run.
    return sendStream(reply, videoTypes.test(type) ? type : 'application/octet-stream', content);
  };

  const flvStart = async ({ camera, ticket, reply, signal }: Asked) => {
    const { userId } = camera;
    if ((open.get(userId) ?? 0) >= maxStreamsOfUser) throw new Refusal(cameraErrors.tooManyStreams);
    open.set(userId, (open.get(userId) ?? 0) + 1);
    const end = () => open.set(userId, (open.get(userId) ?? 1) - 1);
    try {
      const stream = await openFlv(guard, camera.address, signal);
      watchSilence(stream);
      const stopAsking = whileAdmitted(ticket, camera.address, () => stream.destroy());
      stream.once('close', () => {
        stopAsking();
        end();
      });
      return sendStream(reply, 'video/x-flv', stream);
    } catch (error) {
      end();
      throw error;
    }
  };

  const whepStart = async ({ camera, ticket, request, reply }: Asked) => {
    const offer = typeof request.body === 'string' ? request.body : '';
    const { status, headers, body } = await guardedRequest(guard, camera.address, {
      method: 'POST',
      headers: {
        ...descriptionType,
        accept: descriptionType['content-type'],
        'content-length': String(Buffer.byteLength(offer)),
      },
      body: offer,
      timeoutMs: silenceMs,
      maxBytes: maxDescriptionBytes,
    });
    const failure = failureOfStatus(status);
    if (failure !== null) throw new NoStream(failure);
    if (!body.subarray(0, 3).equals(Buffer.from('v=0'))) throw new NoStream('notAStream');
    const { location = '' } = headers;
    const end = URL.canParse(location, camera.address.href) ? new URL(location, camera.address) : null;
    // Where the session is ended: without it the picture would go on when its viewer has lost the right.
    if (location === '' || end?.host !== camera.address.host) throw new NoStream('noSessionAddress');
    const session = { ticket, address: camera.address.href, href: end.href, userId: camera.userId };
    await keeper.keep(session);
    watchSession(session);
    reply.header('Location', `/stream/${ticket}/p/${parts.seal(camera.id, end.href)}`);
    return reply.code(201).header('Cache-Control', 'no-store').type(descriptionType['content-type']).send(body);
  };

  const whepEnd = async ({ camera, part, reply }: Asked) => {
    const address = parts.open(camera.id, part);
    if (address === null) throw new Refusal(commonErrors.notFound);
    await endSession(camera.address, address);
    return reply.code(204).send();
  };

  /** What can be asked of a camera of each kind: method and where it begins, `p` for its pieces. */
  const answers: Readonly<Record<CameraKind, Readonly<Record<string, (asked: Asked) => Promise<unknown>>>>> = {
    hls: { [`GET ${streamStart.hls}`]: hlsStart, 'GET p': hlsPart },
    flv: { [`GET ${streamStart.flv}`]: flvStart },
    whep: { [`POST ${streamStart.whep}`]: whepStart, 'DELETE p': whepEnd },
  };

  // One route for all: names of pieces are longer than the router takes a single step to be.
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/stream/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const [ticket = '', step = '', part = '', ...rest] = (request.params as { '*': string })['*'].split('/');
      const camera = await viewers.admit(ticket);
      if (!camera) throw new Refusal(cameraErrors.ticketInvalid);
      const answer = answers[camera.kind][`${request.method} ${step}`];
      if (!answer || rest.length > 0) throw new Refusal(commonErrors.notFound);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      try {
        const query = request.query as Record<string, string>;
        return await answer({ camera, ticket, part, query, request, reply, signal: gone.signal });
      } catch (error) {
        if (error instanceof Refusal) throw error;
        if (gone.signal.aborted) return reply.hijack();
        const failure = failureOf(error);
        // Parts that have left the running window are no trouble: players go on with newer ones.
        if (failure === 'unknownStream' && part !== '') throw new Refusal(commonErrors.notFound);
        const { zh, en } = cameraFailures[failure];
        throw new Refusal(cameraErrors.noStream, { reason: zh, reasonEn: en });
      }
    },
  });
}

/** The address with what a player says about the place in a low-latency playlist that it waits for. */
function withPlace(address: URL, query: Record<string, string>): URL {
  const place = new URL(address);
  for (const name of ['_HLS_msn', '_HLS_part', '_HLS_skip']) {
    const value = query[name];
    if (value !== undefined && /^\w{1,10}$/.test(value)) place.searchParams.set(name, value);
  }
  return place;
}

/** Ends a stream on which nothing comes. */
function watchSilence(stream: Readable): void {
  let timer = setTimeout(() => stream.destroy(new NoStream('noAnswer')), silenceMs);
  stream.on('data', () => timer.refresh());
  stream.pause();
  stream.once('close', () => clearTimeout(timer));
  timer = timer.unref();
}

/** A piece whose beginning has been looked at, from that beginning; one that does not end is ended. */
async function* atMost(
  maxBytes: number,
  begin: Buffer | undefined,
  rest: AsyncIterator<Buffer, undefined>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for (let chunk = begin; chunk !== undefined; chunk = (await rest.next()).value) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new NoStream('notAStream');
      yield chunk;
    }
  } finally {
    await rest.return?.();
  }
}
