import { fileErrors, maxImageBytes } from '@watchpost/contract';
import { Button } from 'antd';
import { useRef } from 'react';
import { CallError } from '../lib/CallError.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import './CoverField.css';
import { coverText } from './projectsText.ts';

/** A picture of the place: uploaded as soon as it is chosen, kept when the form is saved. Fits a form's field. */
export function CoverField({
  id,
  value = null,
  onChange,
}: {
  id?: string;
  /** The address of the picture. */
  value?: string | null;
  onChange?: (address: string | null) => void;
}) {
  const t = useText(coverText);
  const inWords = useBilingual();
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const upload = useCallMutation('upload');
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxImageBytes) {
      notify.failure(new CallError(fileErrors.tooLarge.code, inWords(fileErrors.tooLarge)));
      return;
    }
    try {
      onChange?.((await upload.mutateAsync({ files: [file] })).Url);
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <div className="cover-field">
      {value ? <img className="cover-picture" src={value} alt={t.picture} /> : null}
      <div className="cover-buttons">
        <input
          ref={input}
          id={id}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          accept="image/jpeg,image/png,image/webp,image/gif"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // So that the same file can be chosen again.
            event.target.value = '';
          }}
        />
        <Button loading={upload.isPending} onClick={() => input.current?.click()}>
          {value ? t.replace : t.choose}
        </Button>
        {value ? (
          <Button type="text" onClick={() => onChange?.(null)}>
            {t.remove}
          </Button>
        ) : null}
        <span className="project-faint">{t.hint}</span>
      </div>
    </div>
  );
}
