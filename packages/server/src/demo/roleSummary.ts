import type { Bilingual, PermissionName } from '@watchpost/contract';
import type { DemoCompany, DemoMember } from '@watchpost/demo';
import { severityText } from '../alarms/index.ts';

const handles: Bilingual = { zh: '查看，确认和处理报警', en: 'watch, acknowledge and handle alarms' };
const watches: Bilingual = { zh: '仅查看', en: 'only watch' };
const borrows: Bilingual = { zh: '接单后仅见报修设备', en: 'sees the device of an order once it is accepted' };

/**
 * What a person of the demo may do and where, in one line for people who choose a login.
 *
 * @param held the permissions of their role; `all` of an administrator
 */
export function roleSummary(
  company: DemoCompany,
  member: DemoMember,
  held: readonly PermissionName[] | 'all',
): Bilingual {
  const { projects } = company;
  const own = projects.filter(({ code }) => member.projectCodes?.includes(code) ?? true);
  if (own.length === 0) return borrows;
  const everywhere = own.length === projects.length;
  const devices = member.deviceCodes?.length ?? null;
  const levels = member.alarmLevels.length < 4 ? member.alarmLevels.map(severityText) : null;
  const ability = held === 'all' || held.includes('alarmHandle') ? handles : watches;
  return {
    zh: [
      `${everywhere ? '全部项目' : own.map(({ name }) => name).join('、')}${devices === null ? '' : `的 ${devices} 台设备`}：${ability.zh}`,
      levels && `只见${levels.map(({ zh }) => zh).join('、')}报警`,
    ]
      .filter(Boolean)
      .join('；'),
    en: [
      `${devices === null ? '' : `${devices} devices of `}${everywhere ? 'all projects' : own.map(({ nameEn }) => nameEn).join(', ')}: ${ability.en}`,
      levels && `sees ${levels.map(({ en }) => en).join(', ')} alarms only`,
    ]
      .filter(Boolean)
      .join('; '),
  };
}
