import type { BootUnitRow } from '@watchpost/contract';

export const isReleased = ({ InstallStatus }: Pick<BootUnitRow, 'InstallStatus'>): boolean =>
  InstallStatus === 'released' || InstallStatus === 'booted';

/** Whether a unit starts, or started, with nothing to judge its first hour by. */
export const isUnwatched = (unit: Pick<BootUnitRow, 'InstallStatus' | 'ModelTreeId' | 'WatchState'>): boolean =>
  isReleased(unit) && unit.ModelTreeId === null && (unit.WatchState === null || unit.WatchState === 'unknown');
