import type { StartPlayer } from './Player.ts';

/** Ways to each other that are not known by then are left out. */
const gatheringMs = 2_000;

const gathered = (peer: RTCPeerConnection): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, gatheringMs);
    peer.addEventListener('icegatheringstatechange', () => {
      if (peer.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * WebRTC, agreed upon by WHEP: our offer goes to the media server through our own, its answer comes back; the pictures then
 * come from the media server directly. One round, no trickle.
 */
export const startWhep: StartPlayer = (video, url, news) => {
  if (typeof RTCPeerConnection === 'undefined') {
    news.failed('notShown');
    return () => {};
  }
  const peer = new RTCPeerConnection();
  let session: string | null = null;
  let stopped = false;
  const end = () => {
    if (session !== null) void fetch(session, { method: 'DELETE', keepalive: true }).catch(() => undefined);
    session = null;
  };
  peer.addTransceiver('video', { direction: 'recvonly' });
  peer.addTransceiver('audio', { direction: 'recvonly' });
  peer.addEventListener('track', ({ streams: [stream], track }) => {
    video.srcObject = stream ?? (video.srcObject as MediaStream | null) ?? new MediaStream([track]);
  });
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'failed') news.failed('notReached');
  });
  const agree = async () => {
    await peer.setLocalDescription(await peer.createOffer());
    await gathered(peer);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: peer.localDescription?.sdp ?? '',
    });
    session = answer.headers.get('location');
    if (stopped) return end();
    if (!answer.ok) return news.failed('noPieces');
    await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
  };
  agree().catch(() => {
    if (!stopped) news.failed('noPieces');
  });
  return () => {
    stopped = true;
    end();
    peer.close();
    video.srcObject = null;
  };
};
