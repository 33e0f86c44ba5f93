import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of the operation log. */
export const logErrors = {
  onlySomeDevices: {
    code: 403,
    zh: '您在此项目中只能查看部分设备，不能查看其操作日志',
    en: 'You see only some devices of this project, so its operation log is not open to you.',
  },
} satisfies ErrorCatalogue;
