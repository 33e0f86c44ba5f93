import { lazy } from 'react';

export { DeviceWarnings } from './DeviceWarnings.tsx';
export { text as warningText } from './text.ts';

/** In a chunk of its own: other alarm tabs do not need it. */
export const WarningsTab = lazy(() => import('./WarningList.tsx').then((m) => ({ default: m.WarningList })));
