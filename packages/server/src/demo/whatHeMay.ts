import type { Bilingual } from '@watchpost/contract';
import type { DemoCompany, DemoMember, DemoRoleKind } from '@watchpost/demo';

const abilities: Record<DemoRoleKind, Bilingual> = {
  companyAdministrator: { zh: '查看，确认和处理报警', en: 'watch, confirm and handle alarms' },
  projectOwner: { zh: '查看，确认和处理报警', en: 'watch, confirm and handle alarms' },
  operator: { zh: '查看，确认和处理报警', en: 'watch, confirm and handle alarms' },
  maintenanceEngineer: { zh: '查看，确认和处理报警', en: 'watch, confirm and handle alarms' },
  viewer: { zh: '仅查看', en: 'only watch' },
};

const severities: Record<1 | 2 | 3 | 4, Bilingual> = {
  1: { zh: '紧急', en: 'urgent' },
  2: { zh: '重要', en: 'important' },
  3: { zh: '一般', en: 'general' },
  4: { zh: '仅记录', en: 'record only' },
};

/** What a person of the demo may do and where, in one line for whoever chooses a login. */
export function whatHeMay(company: DemoCompany, member: DemoMember): Bilingual {
  const { projects } = company;
  const own = projects.filter(({ code }) => member.projectCodes?.includes(code) ?? true);
  const everywhere = own.length === projects.length;
  const devices = member.deviceCodes?.length ?? null;
  const levels = member.alarmLevels.length < 4 ? member.alarmLevels.map((level) => severities[level]) : null;
  const ability = abilities[member.roleKind];
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
