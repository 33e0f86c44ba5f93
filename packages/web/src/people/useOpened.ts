import { useState } from 'react';

/** What every dialog of these screens takes. */
export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** After it has faded out. */
  readonly onClosed: () => void;
}

export interface Opened<T> {
  /** What is open; stays while the dialog fades out. */
  readonly value: T | null;
  show(value: T): void;
  /** Closes at once: for forms, which are there only while they are open. */
  hide(): void;
  readonly dialog: DialogProps;
}

/** The open dialog of a screen and its subject. */
export function useOpened<T>(): Opened<T> {
  const [value, setValue] = useState<T | null>(null);
  const [open, setOpen] = useState(false);
  return {
    value,
    show: (next) => {
      setValue(next);
      setOpen(true);
    },
    hide: () => {
      setOpen(false);
      setValue(null);
    },
    dialog: { open, onClose: () => setOpen(false), onClosed: () => setValue(null) },
  };
}
