import { CameraOutlined, FullscreenOutlined, VideoCameraOutlined } from '@ant-design/icons';
import type { CameraStanding, WatchedCamera } from '@watchpost/contract';
import { Button, Tooltip } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import './cameras.css';
import type { Cause } from './player/Player.ts';
import { usePlayer } from './player/usePlayer.ts';
import { takePicture } from './takePicture.ts';
import { tileText } from './text.ts';
import { useCamerasChanged } from './useCamerasChanged.ts';
import { useOnScreen } from './useOnScreen.ts';

/** A wall that nobody stands at comes back by itself. */
const retryMs = 30_000;

/** One camera, live while it is seen; in words, with its last picture, when there is nothing live. */
export function CameraTile({ camera }: { camera: WatchedCamera }) {
  const t = useText(tileText);
  const frame = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const running = useOnScreen(frame);
  const { Key: key, CameraName: name, Kind: kind, VideoAddress: url } = camera;
  const phase = usePlayer(video, { kind, url, running, attempt });
  const again = () => setAttempt((before) => before + 1);
  const failed = phase.is === 'failed';
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(() => setAttempt((before) => before + 1), retryMs);
    return () => clearTimeout(timer);
  }, [failed]);
  return (
    <article ref={frame} className="camera-tile" aria-label={name}>
      <div className="camera-picture">
        {phase.is !== 'playing' && camera.CoverUrl ? (
          <img className="camera-cover" src={camera.CoverUrl} alt={t.coverOf(name)} />
        ) : null}
        <video
          ref={video}
          className={phase.is === 'playing' ? 'camera-video camera-video-on' : 'camera-video'}
          aria-label={t.videoOf(name)}
          muted
          playsInline
          disablePictureInPicture
        />
        {phase.is === 'connecting' ? (
          <div className="camera-words">
            <VideoCameraOutlined aria-hidden />
            <p>{t.connecting}</p>
          </div>
        ) : null}
        {failed ? <NoPicture key={attempt} camera={camera} cause={phase.cause} onRetry={again} /> : null}
      </div>
      <footer className="camera-foot">
        <div className="camera-names">
          <strong title={name}>{name}</strong>
          {camera.Mtid !== null && camera.MName !== null ? (
            <Link to={links.device(camera.Mtid, camera.ProjectId)}>{camera.MName}</Link>
          ) : null}
        </div>
        {phase.is === 'playing' ? <span className="camera-live">{t.live}</span> : null}
        {camera.MaySnapshot ? (
          <SnapshotButton cameraKey={key} name={name} video={video} disabled={phase.is !== 'playing'} />
        ) : null}
        <FullScreenButton name={name} frame={frame} video={video} />
      </footer>
    </article>
  );
}

/** Why there is no picture: the server has another look at the stream, for the browser cannot tell what is wrong. */
function NoPicture({ camera, cause, onRetry }: { camera: WatchedCamera; cause: Cause; onRetry: () => void }) {
  const t = useText(tileText);
  const dates = useDates();
  const now = useNow(1_000);
  const { mutateAsync: ask } = useCallMutation('checkCamera');
  const [found, setFound] = useState<CameraStanding | null>(null);
  const { Key: key } = camera;
  useEffect(() => {
    let gone = false;
    ask({ body: { Key: key } }).then(
      (standing) => !gone && setFound(standing),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [ask, key]);
  const { UnreachableSinceEPOCH: since, Reason: reason } = found ?? camera;
  const why = { noPieces: t.interrupted, notShown: t.cannotDecode, notReached: t.notReached }[cause];
  return (
    <div className="camera-words camera-words-failed" role="status">
      <p className="camera-words-title">{since === null ? t.noPicture : t.since(dates.short(since, now))}</p>
      <p>{reason ?? why}</p>
      {camera.CoverEPOCH === null ? null : <p>{t.lastPicture(dates.age(camera.CoverEPOCH, now))}</p>}
      <Button size="small" onClick={onRetry}>
        {t.retry}
      </Button>
    </div>
  );
}

function SnapshotButton({
  cameraKey,
  name,
  video,
  disabled,
}: {
  cameraKey: number;
  name: string;
  video: React.RefObject<HTMLVideoElement | null>;
  disabled: boolean;
}) {
  const t = useText(tileText);
  const notify = useNotify();
  const changed = useCamerasChanged();
  const upload = useCallMutation('upload');
  const keep = useCallMutation('setCameraCover');
  const take = async () => {
    let picture: File | null;
    try {
      picture = video.current && (await takePicture(video.current, name));
    } catch {
      return notify.info(t.snapshotTainted);
    }
    if (!picture) return notify.info(t.snapshotNothing);
    try {
      const { Url } = await upload.mutateAsync({ files: [picture] });
      await keep.mutateAsync({ body: { Key: cameraKey, Url } });
      notify.success(t.snapshotKept);
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <Tooltip title={t.snapshot}>
      <Button
        type="text"
        size="small"
        icon={<CameraOutlined />}
        aria-label={t.snapshotOf(name)}
        disabled={disabled}
        loading={upload.isPending || keep.isPending}
        onClick={() => void take()}
      />
    </Tooltip>
  );
}

/** Phones that let nothing but a video fill the screen have a way of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

function FullScreenButton({
  name,
  frame,
  video,
}: {
  name: string;
  frame: React.RefObject<HTMLElement | null>;
  video: React.RefObject<HTMLVideoElement | null>;
}) {
  const t = useText(tileText);
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    // Refused outside a click; then nothing happens, which is what the user sees anyway.
    else if (document.fullscreenEnabled) frame.current?.requestFullscreen().catch(() => undefined);
    else (video.current as PhoneVideo | null)?.webkitEnterFullscreen?.();
  };
  return (
    <Tooltip title={t.fullScreen}>
      <Button
        type="text"
        size="small"
        icon={<FullscreenOutlined />}
        aria-label={t.fullScreenOf(name)}
        onClick={toggle}
      />
    </Tooltip>
  );
}
