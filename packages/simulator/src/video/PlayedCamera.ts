import type { DemoCamera } from '@watchpost/demo';
import { flvBeginning, flvPicture } from './flv.ts';
import { H264Encoder, parameterSets } from './h264.ts';
import { initialSegment, mediaSegment, type Sample } from './mp4.ts';
import type { Picture } from './Picture.ts';
import { drawScene, type Seen, size } from './scenes.ts';

/** Of a segment, and from one key frame to the next. */
export const segmentMs = 2_000;
/** Five pictures a second, as cheap cameras send on slow lines. */
export const frameMs = 200;
const listed = 4;
/** Media times count from here, so that they stay small: 2026-01-01 UTC. */
const mediaEpoch = Date.UTC(2026, 0, 1);

const sets = parameterSets(size.width, size.height, size.shown);

/** What happens at the place at a moment. */
export type LookAt = (at: number) => Omit<Seen, 'at' | 'caption'>;

/** A camera of the demo with its media server: its pictures are drawn and encoded when somebody asks for them. */
export class PlayedCamera {
  readonly #camera: DemoCamera;
  readonly #lookAt: LookAt;
  readonly #segments = new Map<number, Buffer>();

  constructor(camera: DemoCamera, lookAt: LookAt) {
    this.#camera = camera;
    this.#lookAt = lookAt;
  }

  /** A playlist of the last whole segments (RFC 8216). */
  playlist(now: number): string {
    const last = this.#numberAt(now) - 1;
    const first = last - listed + 1;
    const lines = Array.from({ length: listed }, (_, index) => first + index).flatMap((number) => [
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(mediaEpoch + number * segmentMs).toISOString()}`,
      `#EXTINF:${(segmentMs / 1000).toFixed(3)},`,
      `segment-${number}.m4s`,
    ]);
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      `#EXT-X-TARGETDURATION:${segmentMs / 1000}`,
      `#EXT-X-MEDIA-SEQUENCE:${first}`,
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="init.mp4"',
      ...lines,
      '',
    ].join('\n');
  }

  initial(): Buffer {
    return initialSegment({ width: size.width, height: size.shown, ...sets });
  }

  /** Null: it lies too far back, or has not happened yet. */
  segment(number: number, now: number): Buffer | null {
    const current = this.#numberAt(now);
    if (number >= current || number < current - 2 * listed) return null;
    for (const old of this.#segments.keys()) if (old < current - 2 * listed) this.#segments.delete(old);
    const known = this.#segments.get(number);
    if (known) return known;
    const encoder = new H264Encoder();
    const startMs = number * segmentMs;
    const samples: Sample[] = [];
    for (let at = 0; at < segmentMs; at += frameMs)
      samples.push(encoder.encode(this.#picture(mediaEpoch + startMs + at), at === 0));
    const made = mediaSegment(number, { startMs, frameMs, samples });
    this.#segments.set(number, made);
    return made;
  }

  /** A running stream of its own for one viewer. */
  flv(): { beginning: Buffer; next(now: number): Buffer } {
    const encoder = new H264Encoder();
    let frames = 0;
    return {
      beginning: flvBeginning(sets),
      next: (now) => {
        const isKeyFrame = frames % (segmentMs / frameMs) === 0;
        const sample = encoder.encode(this.#picture(now), isKeyFrame);
        const tag = flvPicture(sample, frames * frameMs);
        frames += 1;
        return tag;
      },
    };
  }

  #numberAt(now: number): number {
    return Math.floor((now - mediaEpoch) / segmentMs);
  }

  #picture(at: number): Picture {
    const { scene, caption } = this.#camera;
    if (scene === 'off') throw new Error('A camera that is off sees nothing');
    return drawScene(scene, { at, caption, ...this.#lookAt(at) });
  }
}
