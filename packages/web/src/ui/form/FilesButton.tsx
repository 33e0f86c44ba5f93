import { maxImagesAtOnce } from '@watchpost/contract';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';

/** Opens the files of a computer or a phone, and hands on those that were chosen, at most as many as one call takes. */
export function FilesButton({
  words,
  accept,
  icon,
  label,
  small = false,
  loading,
  onChoose,
}: {
  words: string;
  /** Kinds of files, as the attribute of an `input` takes them. */
  accept: string;
  icon?: ReactNode;
  /** What a screen reader says, where `words` alone do not say of what. */
  label?: string;
  small?: boolean;
  loading: boolean;
  onChoose: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])].slice(0, maxImagesAtOnce);
          // The same file may be chosen again after it was refused.
          target.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
      <Button
        size={small ? 'small' : 'middle'}
        icon={icon}
        aria-label={label}
        loading={loading}
        onClick={() => input.current?.click()}
      >
        {words}
      </Button>
    </>
  );
}
