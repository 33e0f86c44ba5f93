import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { PhotosButton } from '../../ui/form/index.ts';
import { assetText } from '../text.ts';
import { loadReader, readLabel } from './readLabel.ts';

/** How often a picture is looked at: a label is read at once, and the phone stays cool. */
const lookEveryMs = 200;
/** The same label in front of the camera is one scan; looked at again after so long it is another. */
const restMs = 4_000;

/** Live pictures need a page that came encrypted; others photograph the label. */
const hasCamera = (): boolean => window.isSecureContext && navigator.mediaDevices?.getUserMedia !== undefined;

/** Reads labels by the camera of a phone, or from a photograph where live pictures are not to be had. */
export function LabelCamera({ onLabel }: { onLabel: (label: string) => void }) {
  const t = useText(assetText);
  const [isOn, turn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  useEffect(() => {
    // Fetched while there is a network: in the cold store there may be none. A scan asks again and says so.
    loadReader().catch(() => {});
  }, []);
  const readPhoto = async (files: readonly File[]) => {
    setReading(true);
    setProblem(null);
    try {
      const reader = await loadReader().catch(() => null);
      if (!reader) {
        setProblem(t.noReader);
        return;
      }
      const canvas = document.createElement('canvas');
      let found = false;
      for (const file of files) {
        const picture = await createImageBitmap(file);
        const label = readLabel(reader, picture, picture, canvas);
        picture.close();
        if (label === null) continue;
        found = true;
        onLabel(label);
      }
      if (!found) setProblem(t.noLabelInPhoto);
    } catch {
      setProblem(t.noLabelInPhoto);
    } finally {
      setReading(false);
    }
  };
  return (
    <div className="label-camera">
      {isOn ? (
        <LivePictures
          onLabel={onLabel}
          onFailed={(what) => {
            turn(false);
            setProblem(t[what]);
          }}
        />
      ) : null}
      <div className="label-camera-buttons">
        {hasCamera() ? (
          <Button
            type={isOn ? 'default' : 'primary'}
            size="large"
            onClick={() => {
              setProblem(null);
              turn(!isOn);
            }}
          >
            {isOn ? t.stopCamera : t.startCamera}
          </Button>
        ) : null}
        <PhotosButton words={t.photoOfLabel} loading={isReading} onChoose={(files) => void readPhoto(files)} />
      </div>
      {problem ? <p role="alert">{problem}</p> : null}
    </div>
  );
}

function LivePictures({
  onLabel,
  onFailed,
}: {
  onLabel: (label: string) => void;
  onFailed: (what: 'noReader' | 'noCamera') => void;
}) {
  const t = useText(assetText);
  const video = useRef<HTMLVideoElement>(null);
  const tell = useRef({ onLabel, onFailed });
  useEffect(() => {
    tell.current = { onLabel, onFailed };
  });
  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: number | undefined;
    let isOver = false;
    const seenAt = new Map<string, number>();
    const canvas = document.createElement('canvas');
    const start = async () => {
      // First the program: a camera that opens after it failed would stay on.
      const reader = await loadReader().catch(() => null);
      if (isOver) return;
      if (!reader) return tell.current.onFailed('noReader');
      const opened = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment' } });
      stream = opened;
      const shown = video.current;
      if (isOver || !shown) return stop();
      shown.srcObject = opened;
      await shown.play();
      const look = () => {
        if (isOver) return;
        const { videoWidth: width, videoHeight: height } = shown;
        const label = width > 0 ? readLabel(reader, shown, { width, height }, canvas) : null;
        const now = performance.now();
        if (label !== null) {
          const isNew = now - (seenAt.get(label) ?? Number.NEGATIVE_INFINITY) > restMs;
          seenAt.set(label, now);
          if (isNew) {
            navigator.vibrate?.(60);
            tell.current.onLabel(label);
          }
        }
        timer = window.setTimeout(look, lookEveryMs);
      };
      look();
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    start().catch(() => {
      if (!isOver) tell.current.onFailed('noCamera');
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop();
    };
  }, []);
  return <video ref={video} className="label-camera-video" muted playsInline aria-label={t.cameraPicture} />;
}
