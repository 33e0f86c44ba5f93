import type { AttachmentStep } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { PhotosButton } from '../ui/form/index.ts';
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
  const upload = useCallMutation('newUpload', {
    onSuccess: (files) => onChange?.([...value, ...files.map(({ Url }) => ({ Url, Step: step }))]),
  });
  return (
    <div className="repair-photos">
      <PhotosButton words={t.addPhotos} loading={upload.isPending} onChoose={(files) => upload.mutate({ files })} />
      {value.length > 0 ? <span className="repair-muted">{t.photoCount(value.length)}</span> : null}
      <Refused error={upload.error} />
    </div>
  );
}
