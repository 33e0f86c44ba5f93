import type { WarningKind } from '@watchpost/contract';

/** What there is one open warning of. */
export const warningKey = (deviceId: number, pointId: number, kind: WarningKind): string =>
  `${deviceId} ${pointId} ${kind}`;
