import { lazy } from 'react';

/** `InviteDialog`, loaded when it opens: render it inside a boundary. */
export const InviteDialogLater = lazy(() => import('./InviteDialog.tsx').then((m) => ({ default: m.InviteDialog })));
