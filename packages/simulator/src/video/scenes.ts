import type { DemoScene } from '@watchpost/demo';
import { colour, Picture, widthOf } from './Picture.ts';

/** 16:9 is shown; a twelfth row of macroblocks is half hidden. */
export const size = { width: 320, height: 192, shown: 180 };

/** What is seen at a moment. */
export interface Seen {
  /** Epoch ms. */
  readonly at: number;
  readonly caption: string;
  /** Of the device in the picture; null: not known. */
  readonly temperature: number | null;
  readonly isDoorOpen: boolean;
}

const white = colour('#f2f4f5');
const shade = colour('#101418');
/** The clock of the demo's sites. */
const sitesAheadMs = 8 * 3_600_000;

/** The date, the time, and what the camera is called, as cameras write them. */
function writeFrame(picture: Picture, { at, caption, temperature }: Seen): void {
  const time = new Date(at + sitesAheadMs).toISOString().slice(0, 19).replace('T', ' ');
  const below = temperature === null ? caption : `${caption}  ${temperature.toFixed(1)}°C`;
  picture.fill(0, 0, size.width, 16, shade);
  picture.write(time, 4, 4, 1, white);
  picture.write('CAM', size.width - widthOf('CAM', 1) - 14, 4, 1, white);
  // It blinks, as on a camera that records.
  picture.fill(size.width - 10, 4, 6, 6, Math.floor(at / 1000) % 2 === 0 ? colour('#d8342c') : shade);
  picture.fill(0, 160, size.width, 32, shade);
  picture.write(below.toUpperCase(), 4, 163, 2, white);
}

const paint: Readonly<Record<Exclude<DemoScene, 'off'>, (picture: Picture, seen: Seen) => void>> = {
  coldRoom(picture, { at, isDoorOpen }) {
    picture.fill(0, 0, size.width, 112, colour('#aebfc8'));
    picture.fill(0, 112, size.width, 80, colour('#6f7d84'));
    for (const left of [0, 256]) {
      picture.fill(left, 32, 64, 96, colour('#4c5f6b'));
      for (const shelf of [48, 80, 112]) {
        picture.fill(left, shelf, 64, 4, colour('#2d3a42'));
        for (let box = 0; box < 3; box += 1)
          picture.fill(left + 4 + box * 20, shelf - 16, 16, 16, colour(box === 1 ? '#c9a063' : '#b98d4f'));
      }
    }
    picture.fill(112, 32, 96, 96, colour('#2d3a42'));
    if (isDoorOpen) {
      // Mist rolls in from the warm side.
      picture.fill(118, 38, 84, 90, colour('#f3e7c4'));
      picture.fill(118 + ((at / 100) % 48), 112, 32, 12, colour('#d4dbde'));
      picture.fill(192, 32, 16, 96, colour('#dfe6ea'));
      picture.write('DOOR OPEN', 192, 20, 1, colour('#b3261e'));
    } else {
      picture.fill(118, 38, 84, 90, colour('#dfe6ea'));
      picture.fill(188, 76, 6, 16, colour('#4c5f6b'));
    }
    // The fan of the evaporator.
    const blade = Math.floor(at / 200) % 4;
    picture.fill(144, 18, 32, 12, colour('#4c5f6b'));
    picture.fill(146 + blade * 8, 20, 4, 8, colour('#dfe6ea'));
  },
  dock(picture, { at }) {
    picture.fill(0, 0, size.width, 96, colour('#8fa3ad'));
    picture.fill(0, 96, size.width, 96, colour('#5b6367'));
    for (const left of [24, 120, 216]) {
      picture.fill(left, 32, 80, 72, colour('#3a454c'));
      picture.fill(left + 4, 36, 72, 68, colour('#c3ccd1'));
    }
    for (let left = 0; left < size.width; left += 32) picture.fill(left, 104, 16, 6, colour('#e0b63a'));
    // A forklift drives past every twenty seconds.
    const place = ((at % 20_000) / 20_000) * (size.width + 80) - 60;
    picture.fill(place, 112, 34, 24, colour('#d9742b'));
    picture.fill(place + 8, 98, 16, 14, colour('#2d3a42'));
    picture.fill(place + 34, 102, 4, 36, colour('#2d3a42'));
    picture.fill(place + 38, 132, 16, 4, colour('#2d3a42'));
    for (const wheel of [4, 24]) picture.fill(place + wheel, 134, 8, 8, colour('#16191b'));
  },
  aisle(picture, { at }) {
    picture.fill(0, 0, size.width, 80, colour('#e4e2da'));
    picture.fill(0, 80, size.width, 112, colour('#b9b3a5'));
    for (const [left, tone] of [
      [16, '#3f7fae'],
      [176, '#3f7fae'],
    ] as const) {
      picture.fill(left, 48, 128, 64, colour('#f4f7f8'));
      picture.fill(left + 6, 54, 116, 30, colour(tone));
      for (let item = 0; item < 6; item += 1)
        picture.fill(left + 10 + item * 18, 58, 14, 20, colour(['#d8574a', '#f2c14e', '#6aa84f'][item % 3]!));
      picture.fill(left, 96, 128, 16, colour('#8a949a'));
    }
    // Somebody goes along with a trolley.
    const place = ((at % 30_000) / 30_000) * (size.width + 60) - 40;
    picture.fill(place, 100, 12, 34, colour('#5a3f7a'));
    picture.fill(place + 2, 88, 8, 10, colour('#d9b08c'));
    picture.fill(place + 16, 114, 20, 16, colour('#7b868c'));
  },
};

/** What the camera sees. */
export function drawScene(scene: Exclude<DemoScene, 'off'>, seen: Seen): Picture {
  const picture = new Picture(size.width, size.height);
  paint[scene](picture, seen);
  writeFrame(picture, seen);
  return picture;
}
