import { glyphs } from './glyphs.ts';

/** A colour as video has it (ITU-R BT.601, studio range). */
export interface Colour {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** @param hex `#rrggbb` */
export function colour(hex: string): Colour {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return {
    y: Math.round(16 + 0.257 * r + 0.504 * g + 0.098 * b),
    u: Math.round(128 - 0.148 * r - 0.291 * g + 0.439 * b),
    v: Math.round(128 + 0.439 * r - 0.368 * g - 0.071 * b),
  };
}

/** A glyph is five pixels wide and seven high; one more on the right. */
const glyphWidth = 6;

/** A picture in three planes, colour at half the resolution (4:2:0). */
export class Picture {
  readonly width: number;
  readonly height: number;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;

  /** @param width, height multiples of 16 */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.y = new Uint8Array(width * height);
    this.u = new Uint8Array((width / 2) * (height / 2));
    this.v = new Uint8Array((width / 2) * (height / 2));
  }

  /** Fills a rectangle; what lies outside is left out. Even numbers, or the colour bleeds by a pixel. */
  fill(left: number, top: number, width: number, height: number, { y, u, v }: Colour): void {
    const [x0, x1] = [Math.max(0, Math.round(left)), Math.min(this.width, Math.round(left + width))];
    const [y0, y1] = [Math.max(0, Math.round(top)), Math.min(this.height, Math.round(top + height))];
    if (x0 >= x1) return;
    for (let row = y0; row < y1; row += 1) this.y.fill(y, row * this.width + x0, row * this.width + x1);
    const half = this.width / 2;
    for (let row = y0 >> 1; row < (y1 + 1) >> 1; row += 1) {
      this.u.fill(u, row * half + (x0 >> 1), row * half + ((x1 + 1) >> 1));
      this.v.fill(v, row * half + (x0 >> 1), row * half + ((x1 + 1) >> 1));
    }
  }

  /** Writes capitals, digits and a few signs, as cameras do on their pictures. */
  write(text: string, left: number, top: number, scale: number, ink: Colour): void {
    for (const [place, sign] of [...text].entries()) {
      for (const [row, bits] of (glyphs[sign] ?? []).entries()) {
        for (let column = 0; column < 5; column += 1) {
          if ((bits >> (4 - column)) & 1)
            this.fill(left + (place * glyphWidth + column) * scale, top + row * scale, scale, scale, ink);
        }
      }
    }
  }
}

/** How wide a text is written. */
export const widthOf = (text: string, scale: number): number => text.length * glyphWidth * scale;
