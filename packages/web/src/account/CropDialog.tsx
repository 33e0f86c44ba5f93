import { Modal, Slider } from 'antd';
import { useState } from 'react';
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
  onCropped: (file: File) => void;
  onUnreadable: () => void;
}) {
  const t = useText(text);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea | null>(null);
  return (
    <Modal
      open
      width={440}
      title={t.cropTitle}
      okText={t.useIt}
      okButtonProps={{ loading: busy, disabled: area === null }}
      onCancel={onClose}
      onOk={() => {
        if (area) cropImage(source, area).then(onCropped, onUnreadable);
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
