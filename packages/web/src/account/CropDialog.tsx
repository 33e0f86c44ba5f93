import { Modal, Slider } from 'antd';
import { useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useText } from '../lib/defineText.ts';
import { type CropArea, cropImage } from './cropImage.ts';
import { text } from './text.ts';

/** Which part of a picture becomes the avatar: dragged and zoomed, by pointer or by the slider's keys. */
export function CropDialog({
  source,
  hint,
  busy,
  onClose,
  onCropped,
  onUnreadable,
}: {
  /** Address of the picture. */
  source: string;
  hint: string | null;
  busy: boolean;
  onClose: () => void;
  /** Until it settles, nothing else is cropped. */
  onCropped: (file: File) => Promise<void>;
  onUnreadable: () => void;
}) {
  const t = useText(text);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea | null>(null);
  const cropping = useRef(false);
  const use = (chosen: CropArea) => {
    // Cutting takes a while: a second click must not cut, and save, once more.
    if (busy || cropping.current) return;
    cropping.current = true;
    cropImage(source, chosen)
      .then(onCropped, onUnreadable)
      .finally(() => {
        cropping.current = false;
      });
  };
  return (
    <Modal
      open
      width={440}
      title={t.cropTitle}
      okText={t.useIt}
      okButtonProps={{ loading: busy, disabled: area === null }}
      onCancel={onClose}
      onOk={() => {
        if (area) use(area);
      }}
    >
      <div className="crop-area">
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
          mediaProps={{ onError: onUnreadable }}
        />
      </div>
      <p className="profile-hint">{[t.cropHint, hint].filter(Boolean).join(' · ')}</p>
      <Slider
        min={1}
        max={4}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        tooltip={{ open: false }}
        ariaLabelForHandle={t.zoom}
      />
    </Modal>
  );
}
