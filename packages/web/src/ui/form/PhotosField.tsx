import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { Refused } from '../index.ts';
import { PhotosButton } from './PhotosButton.tsx';
import './form.css';
import { text } from './text.ts';
import { usePhotoUpload } from './usePhotoUpload.ts';

/**
 * Pictures, made small and uploaded as they are chosen; each can be opened and removed. A field: its value is what a call takes of each.
 *
 * @param max that the call takes: there the button goes, and further ones are not uploaded
 * @param photoOf the value of a picture that was uploaded at this address
 * @param addressOf where a picture of the value is
 */
export function PhotosField<Photo>({
  max,
  photoOf,
  addressOf,
  disabled = false,
  value = [],
  onChange,
  id,
}: {
  max: number;
  photoOf: (url: string) => Photo;
  addressOf: (photo: Photo) => string;
  disabled?: boolean;
  value?: readonly Photo[];
  onChange?: (photos: readonly Photo[]) => void;
  /** Of the form: it brings a field that was refused into sight by it. */
  id?: string;
}) {
  const t = useText(text);
  const [leftOut, setLeftOut] = useState(0);
  const upload = usePhotoUpload((urls) => onChange?.([...value, ...urls.map((url) => photoOf(url))]));
  const choose = (files: File[]) => {
    const taken = files.slice(0, max - value.length);
    setLeftOut(files.length - taken.length);
    void upload.choose(taken);
  };
  return (
    <div className="form-photos" id={id} tabIndex={-1}>
      {value.map((photo, place) => (
        <span key={addressOf(photo)} className="form-photo">
          <a href={addressOf(photo)} target="_blank" rel="noreferrer">
            <img src={addressOf(photo)} alt={t.photo(place + 1)} />
          </a>
          {disabled ? null : (
            <Button
              size="small"
              icon={<CloseOutlined />}
              aria-label={t.removePhoto(place + 1)}
              onClick={() => {
                setLeftOut(0);
                onChange?.(value.filter((each) => each !== photo));
              }}
            />
          )}
        </span>
      ))}
      {disabled || value.length >= max ? null : (
        <PhotosButton words={t.addPhotos} loading={upload.isBusy} onChoose={choose} />
      )}
      {leftOut === 0 ? null : <span role="status">{t.photosLeftOut(max, leftOut)}</span>}
      {upload.leftOut === null ? null : <span role="alert">{upload.leftOut}</span>}
      <Refused error={upload.error} />
    </div>
  );
}
