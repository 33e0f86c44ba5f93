import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DemoCamera, demoCameras } from '@watchpost/demo';
import { type Clock, systemClock } from '../clock.ts';
import { frameMs, type LookAt, PlayedCamera } from './PlayedCamera.ts';

/** The demo's media server: `GET /cameras/<code>/index.m3u8`, `init.mp4`, `segment-<n>.m4s`, `live.flv`. */
export class CameraServer {
  readonly #cameras: ReadonlyMap<string, PlayedCamera>;
  readonly #clock: Clock;

  constructor(lookAt: (camera: DemoCamera) => LookAt, clock: Clock = systemClock) {
    const running = demoCameras.filter(({ scene }) => scene !== 'off');
    this.#cameras = new Map(running.map((camera) => [camera.code, new PlayedCamera(camera, lookAt(camera))]));
    this.#clock = clock;
  }

  /** Whether the request is one for pictures. */
  serves({ url }: IncomingMessage): boolean {
    return url?.startsWith('/cameras/') === true;
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const [code = '', file = '', ...rest] = (request.url ?? '').split('?')[0]!.slice('/cameras/'.length).split('/');
    const camera = request.method === 'GET' && rest.length === 0 ? this.#cameras.get(code) : undefined;
    if (camera && file === 'live.flv') this.#run(camera, response);
    else send(response, camera ? this.#file(camera, file) : null);
  }

  #file(camera: PlayedCamera, file: string): Answer | null {
    const now = this.#clock.now();
    if (file === 'index.m3u8') return { type: 'application/vnd.apple.mpegurl', content: camera.playlist(now) };
    if (file === 'init.mp4') return { type: 'video/mp4', content: camera.initial() };
    const number = /^segment-(\d{1,10})\.m4s$/.exec(file)?.[1];
    const content = number === undefined ? null : camera.segment(Number(number), now);
    return content && { type: 'video/mp4', content };
  }

  #run(camera: PlayedCamera, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'video/x-flv', 'cache-control': 'no-store' });
    const stream = camera.flv();
    response.write(stream.beginning);
    const timer = setInterval(() => {
      // A viewer that does not keep up is disconnected.
      if (response.writableLength > 4 * 1024 * 1024) response.destroy();
      else response.write(stream.next(this.#clock.now()));
    }, frameMs);
    response.on('close', () => clearInterval(timer));
  }
}

interface Answer {
  readonly type: string;
  readonly content: string | Buffer;
}

function send(response: ServerResponse, answer: Answer | null): void {
  if (answer) response.writeHead(200, { 'content-type': answer.type, 'cache-control': 'no-store' });
  else response.writeHead(404, { 'content-type': 'text/plain' });
  response.end(answer?.content ?? 'No such stream');
}
