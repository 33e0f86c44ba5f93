import mpegts from 'mpegts.js';
import type { StartPlayer } from './Player.ts';

mpegts.LoggingControl.enableAll = false;

/** FLV as one long answer. */
export const startFlv: StartPlayer = (video, url, news) => {
  if (!mpegts.isSupported()) {
    news.failed('notShown');
    return () => {};
  }
  const player = mpegts.createPlayer(
    { type: 'flv', isLive: true, url: new URL(url, location.href).href },
    {
      enableWorker: false,
      enableStashBuffer: false,
      liveBufferLatencyChasing: true,
      lazyLoad: false,
      autoCleanupSourceBuffer: true,
    },
  );
  player.on(mpegts.Events.ERROR, (type: string) =>
    news.failed(type === mpegts.ErrorTypes.NETWORK_ERROR ? 'noPieces' : 'notShown'),
  );
  // The other side has ended what should go on.
  player.on(mpegts.Events.LOADING_COMPLETE, () => news.failed('noPieces'));
  player.attachMediaElement(video);
  player.load();
  return () => player.destroy();
};
