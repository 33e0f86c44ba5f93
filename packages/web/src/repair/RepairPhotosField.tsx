import { type AttachmentStep, repairPhotosMax } from '@watchpost/contract';
import type { ComponentProps } from 'react';
import { PhotosField } from '../ui/form/index.ts';

export interface Photo {
  readonly Url: string;
  readonly Step: AttachmentStep;
}

/** Pictures of a step. */
export function RepairPhotosField({
  step,
  ...field
}: { step: AttachmentStep } & Pick<ComponentProps<typeof PhotosField<Photo>>, 'value' | 'onChange'>) {
  return (
    <PhotosField<Photo>
      {...field}
      max={repairPhotosMax}
      photoOf={(Url) => ({ Url, Step: step })}
      addressOf={({ Url }) => Url}
    />
  );
}
