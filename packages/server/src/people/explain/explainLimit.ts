import type { Bilingual, PermissionNeed } from '@watchpost/contract';
import type { Reason, RightFacts } from './explainRight.ts';

/** What of that is asked for. */
export type Needs = Readonly<Record<PermissionNeed, boolean>>;

const levelNames: Readonly<Record<number, Bilingual>> = {
  1: { zh: '紧急', en: 'urgent' },
  2: { zh: '重要', en: 'important' },
  3: { zh: '一般', en: 'general' },
  4: { zh: '记录', en: 'record' },
};

/** Which devices of the project they see. That they see none hides much and refuses nothing, unless it takes one of them or all. */
export function devices(
  { limit, listedInSight, device, project }: RightFacts,
  { wholeProject }: Pick<Needs, 'wholeProject'>,
): Reason[] {
  if (!project || (limit?.devices !== 'listed' && !device && !wholeProject)) return [];
  const step = 'devices';
  if (limit?.devices !== 'listed') {
    return [{ step, passed: true, text: { zh: '可见项目的全部设备。', en: 'Sees all devices of the project.' } }];
  }
  const limited = onlyListed(limit.listed.length, listedInSight);
  if (wholeProject) {
    return [
      {
        step,
        passed: false,
        text: {
          zh: `${limited.zh}，而这需要可见项目的全部设备。`,
          en: `${limited.en}; this takes all devices of the project.`,
        },
      },
    ];
  }
  if (!device) {
    const some = limit.listed.length > 0;
    return [{ step, passed: some, isNote: true, text: { zh: `${limited.zh}。`, en: `${limited.en}.` } }];
  }
  const sees = limit.listed.some(({ deviceId }) => deviceId === device.id);
  return [
    {
      step,
      passed: sees,
      text: {
        zh: `${limited.zh}，${sees ? '包括' : '不包括'}“${device.name.zh}”。`,
        en: `${limited.en}; “${device.name.en}” is ${sees ? '' : 'not '}among them.`,
      },
    },
  ];
}

/** Devices that are hidden from the caller are not counted for them. */
const onlyListed = (count: number, inSight: number | null): Bilingual =>
  inSight === null
    ? {
        zh: `在此项目内只能看到指定的 ${count} 台设备`,
        en: `Sees only ${count} listed ${count === 1 ? 'device' : 'devices'} of this project`,
      }
    : {
        zh: `在此项目内只能看到指定的设备（您可见其中 ${inSight} 台）`,
        en: `Sees only listed devices of this project (you see ${inSight} of them)`,
      };

/** Whether they may write where that is asked for: to the device, or to any of those that they see. */
export function writing({ limit, device, project }: RightFacts, needs: Pick<Needs, 'writing'>): Reason[] {
  if (!project || !needs.writing) return [];
  const listed = limit?.listed.filter(({ deviceId }) => !device || deviceId === device.id) ?? [];
  const passed = limit?.devices === 'listed' ? listed.some(({ canWrite }) => canWrite) : (limit?.canWrite ?? true);
  const what: Bilingual = device
    ? { zh: `“${device.name.zh}”`, en: `“${device.name.en}”` }
    : { zh: '此项目的设备', en: 'devices of this project' };
  return [
    {
      step: 'writing',
      passed,
      text: passed
        ? { zh: `对${what.zh}的权限为读写。`, en: `Reads and writes ${what.en}.` }
        : { zh: `对${what.zh}没有写入权限，最多只读。`, en: `May not write to ${what.en}, at most read.` },
    },
  ];
}

/** Which alarms of the project they see; it stands in their way only where an alarm is asked about. */
export function alarms({ limit, alarmLevel, project }: RightFacts): Reason[] {
  if (!project || !limit || (limit.alarmLevels.length === 4 && alarmLevel === null)) return [];
  const levels = limit.alarmLevels.map((level) => levelNames[level]!);
  const passed = alarmLevel === null ? levels.length > 0 : limit.alarmLevels.includes(alarmLevel);
  return [
    {
      step: 'alarms',
      passed,
      isNote: alarmLevel === null,
      text: {
        zh:
          levels.length === 0
            ? '在此项目内不接收任何报警。'
            : `在此项目内只接收${levels.map(({ zh }) => zh).join('、')}报警。`,
        en:
          levels.length === 0
            ? 'Sees no alarms of this project.'
            : `Sees ${levels.map(({ en }) => en).join(', ')} alarms of this project only.`,
      },
    },
  ];
}
