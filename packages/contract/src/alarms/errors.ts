import type { ErrorCatalogue } from '../errors.ts';

export const alarmErrors = {
  /** Often someone else was faster. */
  alreadyAcknowledged: {
    code: 409,
    zh: '请勿重复确认报警，该报警已由{name}确认',
    en: 'This alarm has already been confirmed by {name}.',
  },
  /** Whoever confirms must have seen how bad it is. */
  becameMoreSevere: {
    code: 409,
    zh: '报警已升级为“{zh}”，请查看后再确认',
    en: 'This alarm has become more severe: it is now {en}. Look at it again before you confirm.',
  },
  alreadyHandled: { code: 409, zh: '请勿重复处理报警', en: 'This alarm has already been handled.' },
  acknowledgeFirst: { code: 409, zh: '请先确认报警', en: 'Confirm the alarm first.' },
  rangeTooLong: { code: 400, zh: '报警查询最多 31 天', en: 'Alarms can be queried for at most 31 days.' },
} satisfies ErrorCatalogue;
