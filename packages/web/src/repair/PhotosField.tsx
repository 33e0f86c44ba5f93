import { CameraOutlined } from '@ant-design/icons';
import type { AttachmentStep } from '@watchpost/contract';
import { Button } from 'antd';
import { useRef } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { Refused } from '../ui/index.ts';
import { text } from './text.ts';

export interface Photo {
  readonly Url: string;
  readonly Step: AttachmentStep;
}

/** Pictures of a step, uploaded as they are chosen. */
export function PhotosField({
  step,
  value = [],
  onChange,
}: {
  step: AttachmentStep;
  value?: readonly Photo[];
  onChange?: (photos: readonly Photo[]) => void;
}) {
  const t = useText(text);
  const input = useRef<HTMLInputElement>(null);
  const upload = useCallMutation('newUpload', {
    onSuccess: (files) => onChange?.([...value, ...files.map(({ Url }) => ({ Url, Step: step }))]),
  });
  return (
    <div className="repair-photos">
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])].slice(0, 9);
          target.value = '';
          if (files.length > 0) upload.mutate({ files });
        }}
      />
      <Button icon={<CameraOutlined />} loading={upload.isPending} onClick={() => input.current?.click()}>
        {t.addPhotos}
      </Button>
      {value.length > 0 ? <span className="repair-muted">{t.photoCount(value.length)}</span> : null}
      <Refused error={upload.error} />
    </div>
  );
}
