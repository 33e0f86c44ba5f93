import type { BootUnitRow } from '@watchpost/contract';

export const isReleased = ({ InstallStatus }: Pick<BootUnitRow, 'InstallStatus'>): boolean =>
  InstallStatus === 'released' || InstallStatus === 'booted';
