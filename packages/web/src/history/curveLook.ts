import type { Theme } from '../lib/theme.ts';
import type { LimitBand } from '../points/index.ts';
import type { QualityWords, Tokens } from '../ui/index.ts';

export const font = (px: number) => `${px}px 'Inter Variable', 'Noto Sans SC', sans-serif`;

/** What the drawing needs to know of the screen. */
export interface Look {
  readonly theme: Theme;
  readonly colours: Tokens;
  /** What the chart stands on: behind labels that cross lines. */
  readonly ground: string;
  readonly timeZone: string;
  /** For the canvas. */
  readonly font: (px: number) => string;
  readonly words: {
    noData: string;
    bad: string;
    defrost: string;
    limits: Record<LimitBand, string>;
    nameAndName: string;
    quality: QualityWords;
  };
}
