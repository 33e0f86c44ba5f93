import { type ReactNode, useCallback, useMemo, useState } from 'react';

/**
 * The one dialog that a page shows at a time. It keeps what it was handed when it opened; what may change meanwhile, it asks for
 * itself.
 *
 * @example
 * const dialog = useDialog();
 * <Button onClick={() => dialog.open(<CameraDialog camera={row} onClose={dialog.close} />)}>{t.edit}</Button>
 * {dialog.shown}
 */
export function useDialog(): {
  readonly shown: ReactNode;
  readonly open: (dialog: ReactNode) => void;
  readonly close: () => void;
} {
  const [shown, open] = useState<ReactNode>(null);
  const close = useCallback(() => open(null), []);
  return useMemo(() => ({ shown, open, close }), [shown, close]);
}
