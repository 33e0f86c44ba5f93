import { useContext, useEffect, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { shrinkPhoto } from '../../lib/shrinkPhoto.ts';
import { useCallMutation } from '../../lib/useCall.ts';
import { text } from './text.ts';
import { FormHoldContext } from './useFormHold.ts';

/**
 * Uploads photos, each made small enough first: a phone takes larger ones than a call carries. One that this browser cannot read is
 * left out and said; the others are uploaded. A form that they stand in is not sent until they have come.
 *
 * @param onUploaded gets the addresses of those that were uploaded
 */
export function usePhotoUpload(onUploaded: (urls: readonly string[]) => void): {
  readonly choose: (files: readonly File[]) => Promise<void>;
  readonly isBusy: boolean;
  /** What was left out, in words; null: nothing. */
  readonly leftOut: string | null;
  readonly error: Error | null;
} {
  const t = useText(text);
  const [isShrinking, setShrinking] = useState(false);
  const [unusable, setUnusable] = useState(0);
  const upload = useCallMutation('newUpload', { onSuccess: (files) => onUploaded(files.map(({ Url }) => Url)) });
  const isBusy = isShrinking || upload.isPending;
  const hold = useContext(FormHoldContext);
  useEffect(() => (isBusy ? hold?.() : undefined), [isBusy, hold]);
  const choose = async (files: readonly File[]) => {
    setShrinking(true);
    upload.reset();
    // One after the other: nine pictures of a phone at once are more than its memory holds.
    const small: File[] = [];
    for (const file of files) {
      const shrunk = await shrinkPhoto(file);
      if (shrunk) small.push(shrunk);
    }
    setShrinking(false);
    setUnusable(files.length - small.length);
    if (small.length > 0) upload.mutate({ files: small });
  };
  return {
    choose,
    isBusy,
    leftOut: unusable === 0 ? null : t.photosUnusable(unusable),
    error: upload.error,
  };
}
