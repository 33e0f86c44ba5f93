import { CloseOutlined } from '@ant-design/icons';
import { type BootCourse, installPhotosMax } from '@watchpost/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { PhotosButton } from '../ui/form/index.ts';
import { Refused } from '../ui/index.ts';
import { bootText } from './text.ts';
import './remoteBoot.css';

/** Pictures of an installation, uploaded as they are chosen; its value is what the call takes of each. */
export function InstallPhotos({
  known,
  disabled,
  value = [],
  onChange,
}: {
  /** Those that it has, with their addresses. */
  known: BootCourse['PhotoList'];
  disabled: boolean;
  value?: readonly string[];
  onChange?: (paths: readonly string[]) => void;
}) {
  const t = useText(bootText);
  const [uploaded, setUploaded] = useState<readonly string[]>([]);
  const upload = useCallMutation('newUpload', {
    onSuccess: (files) => {
      const urls = files.map(({ Url }) => Url);
      setUploaded((before) => [...before, ...urls]);
      onChange?.([...value, ...urls].slice(0, installPhotosMax));
    },
  });
  const addressOf = (path: string): string =>
    known.find(({ Path }) => Path === path)?.Url ?? uploaded.find((url) => url === path) ?? path;
  return (
    <div className="boot-photos">
      {value.map((path, place) => (
        <span key={path} className="boot-photo">
          <a href={addressOf(path)} target="_blank" rel="noreferrer">
            <img src={addressOf(path)} alt={t.photo(place + 1)} />
          </a>
          {disabled ? null : (
            <Button
              size="small"
              icon={<CloseOutlined />}
              aria-label={t.removePhoto(place + 1)}
              onClick={() => onChange?.(value.filter((each) => each !== path))}
            />
          )}
        </span>
      ))}
      {disabled || value.length >= installPhotosMax ? null : (
        <PhotosButton words={t.addPhotos} loading={upload.isPending} onChoose={(files) => upload.mutate({ files })} />
      )}
      <Refused error={upload.error} />
    </div>
  );
}
