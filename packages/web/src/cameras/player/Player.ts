/** Why a video stopped, as far as the browser can tell: no pieces came, none could be shown, or none could be fetched directly. */
export type Cause = 'noPieces' | 'notShown' | 'notReached';

export interface PlayerNews {
  failed(cause: Cause): void;
}

/** Brings a stream onto a video element; answers what ends it. */
export type StartPlayer = (video: HTMLVideoElement, url: string, news: PlayerNews) => () => void;
