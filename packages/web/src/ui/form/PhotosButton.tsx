import { CameraOutlined } from '@ant-design/icons';
import { maxImagesAtOnce } from '@watchpost/contract';
import { Button } from 'antd';
import { useRef } from 'react';

/** Opens the phone's camera or the files of a computer, and hands on the pictures that were chosen. */
export function PhotosButton({
  words,
  label,
  small = false,
  loading,
  onChoose,
}: {
  words: string;
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
        accept="image/*"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])].slice(0, maxImagesAtOnce);
          // The same picture may be chosen again after it was refused.
          target.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
      <Button
        size={small ? 'small' : 'middle'}
        icon={<CameraOutlined />}
        aria-label={label}
        loading={loading}
        onClick={() => input.current?.click()}
      >
        {words}
      </Button>
    </>
  );
}
