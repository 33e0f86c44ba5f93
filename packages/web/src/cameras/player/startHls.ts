import Hls from 'hls.js';
import type { StartPlayer } from './Player.ts';

/** Seconds kept of what has been shown: nobody looks back. */
const backBufferLength = 10;

/** HLS by pieces; where the browser has no Media Source Extensions (old phones), by the browser itself. */
export const startHls: StartPlayer = (video, url, news) => {
  if (!Hls.isSupported()) {
    const failed = () => news.failed(video.error?.code === MediaError.MEDIA_ERR_NETWORK ? 'noPieces' : 'notShown');
    video.addEventListener('error', failed);
    video.src = url;
    return () => {
      video.removeEventListener('error', failed);
      video.removeAttribute('src');
      video.load();
    };
  }
  // Without a worker: it would be made of a text, which the page does not allow.
  const hls = new Hls({ enableWorker: false, lowLatencyMode: true, backBufferLength, maxBufferLength: 20 });
  let recovered = false;
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    if (type !== Hls.ErrorTypes.MEDIA_ERROR)
      return news.failed(type === Hls.ErrorTypes.NETWORK_ERROR ? 'noPieces' : 'notShown');
    if (recovered) return news.failed('notShown');
    recovered = true;
    hls.recoverMediaError();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return () => hls.destroy();
};
