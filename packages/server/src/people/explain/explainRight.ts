import { allNeed, type Bilingual, permissions, type reasonSteps, wildcardPermissionId } from '@watchpost/contract';
import { opensEverything } from '../../access/index.ts';
import { companyWide } from '../mayGive.ts';
import type { Limit } from '../members/limit.store.ts';
import { alarms, devices, type Needs, writing } from './explainLimit.ts';

/** Everything that decides whether a member may do something. */
export interface RightFacts {
  readonly isActive: boolean;
  /** The roles that count for the question: company-wide ones, and those in the project. */
  readonly roles: readonly {
    readonly name: Bilingual;
    readonly projectId: number;
    readonly permissionIds: readonly number[];
    readonly halfSelectedIds: readonly number[];
  }[];
  /** Any of these is asked for; none: only whether they open the project. */
  readonly asked: readonly number[];
  /** Whether the company runs this installation: some rights mean nothing elsewhere. */
  readonly isOperator: boolean;
  /** Null: the question is about the company. */
  readonly project: { readonly name: Bilingual; readonly isServed: boolean } | null;
  /** Null: none, they see all of the project. */
  readonly limit: Limit | null;
  /** How many of the devices that are listed for them the caller sees; null: all of them. */
  readonly listedInSight: number | null;
  /** Null: the question names none. */
  readonly device: { readonly id: number; readonly name: Bilingual } | null;
  readonly alarmLevel: number | null;
  /** Whether a screen opens, not whether all that stands on it may be done. */
  readonly ofScreen: boolean;
}

export type ReasonStep = (typeof reasonSteps)[number];

export interface Reason {
  readonly step: ReasonStep;
  readonly passed: boolean;
  /** Said although it stands in nobody's way: a screen opens, and something on it is missing. */
  readonly isNote?: boolean;
  readonly text: Bilingual;
}

const permissionById = new Map(Object.values(permissions).map((one) => [one.id as number, one]));
/** Names as a sentence lists them. */
const list = (names: readonly Bilingual[]): Bilingual => ({
  zh: names.map(({ zh }) => `“${zh}”`).join('、'),
  en: names.map(({ en }) => `“${en}”`).join(', '),
});

const nameOfPermission = (id: number): Bilingual => permissionById.get(id) ?? { zh: String(id), en: String(id) };

/**
 * Why a member can or cannot, step by step: the rules of `authorize` and of the calls themselves, in words. A test holds them side by
 * side. Every step that fails stands in their way, unless it is a note. What a permission takes besides itself is
 * said where it stands (`needs`).
 */
export function explainRight(facts: RightFacts): { allowed: boolean; reasons: Reason[] } {
  const needs = needed(facts);
  const reasons = [
    membership(facts),
    rolesOf(facts),
    ...permission(facts),
    ...project(facts),
    ...service(facts, needs),
    ...devices(facts, needs),
    ...writing(facts, needs),
    ...alarms(facts),
  ];
  return { allowed: reasons.every(({ passed, isNote }) => passed || isNote), reasons };
}

/** What it takes besides the permissions: of those that they hold, or of all that were asked for while they hold none. */
function needed({ roles, asked, ofScreen }: RightFacts): Needs {
  const held = asked.filter((id) => roles.some(({ permissionIds }) => grants(permissionIds, id)));
  const counting = held.length > 0 ? held : asked;
  return {
    wholeProject: allNeed(counting, 'wholeProject'),
    writing: !ofScreen && allNeed(counting, 'writing'),
    service: !ofScreen && allNeed(counting, 'service'),
  };
}

const grants = (permissionIds: readonly number[], id: number): boolean =>
  permissionIds.includes(id) || permissionIds.includes(wildcardPermissionId);

const membership = ({ isActive }: RightFacts): Reason => ({
  step: 'membership',
  passed: isActive,
  text: isActive
    ? { zh: '是本企业的启用成员。', en: 'An active member of the company.' }
    : {
        zh: '已在本企业停用，看不到任何内容。启用后恢复。',
        en: 'Inactive in this company; sees nothing of it until activated.',
      },
});

function rolesOf({ roles }: RightFacts): Reason {
  const step = 'roles';
  if (roles.length === 0) {
    return { step, passed: false, text: { zh: '没有适用的角色。', en: 'No role counts here.' } };
  }
  const ofCompany = list(roles.filter(({ projectId }) => projectId === companyWide).map(({ name }) => name));
  const ofProject = list(roles.filter(({ projectId }) => projectId !== companyWide).map(({ name }) => name));
  return {
    step,
    passed: true,
    text: {
      zh: [ofCompany.zh && `企业角色：${ofCompany.zh}`, ofProject.zh && `项目角色：${ofProject.zh}`]
        .filter(Boolean)
        .join('；')
        .concat('。'),
      en: [ofCompany.en && `Roles in the company: ${ofCompany.en}`, ofProject.en && `in the project: ${ofProject.en}`]
        .filter(Boolean)
        .join('; ')
        .concat('.'),
    },
  };
}

function permission({ roles, asked, isOperator }: RightFacts): Reason[] {
  if (asked.length === 0) return [];
  const step = 'permission';
  const useless = !isOperator && asked.every((id) => permissionById.get(id) && 'ofOperator' in permissionById.get(id)!);
  const wanted = list(asked.map(nameOfPermission));
  /** Any of those asked for will do: what they have is said, not what they could have besides. */
  const granted = list(
    asked.filter((id) => roles.some(({ permissionIds }) => grants(permissionIds, id))).map(nameOfPermission),
  );
  if (useless) {
    return [
      {
        step,
        passed: false,
        text: {
          zh: `${wanted.zh}仅在平台运营企业内有效。`,
          en: `${wanted.en} means something only in the company that runs this installation.`,
        },
      },
    ];
  }
  const givers = roles.filter(({ permissionIds }) =>
    permissionIds.some((id) => id === wildcardPermissionId || asked.includes(id)),
  );
  if (givers.length > 0) {
    const by = list(givers.map(({ name }) => name));
    return [
      { step, passed: true, text: { zh: `角色${by.zh}授予${granted.zh}。`, en: `${by.en} grants ${granted.en}.` } },
    ];
  }
  const half = list(
    roles.filter(({ halfSelectedIds }) => halfSelectedIds.some((id) => asked.includes(id))).map(({ name }) => name),
  );
  return [
    {
      step,
      passed: false,
      text: {
        zh: `没有角色授予${wanted.zh}。${half.zh && `角色${half.zh}仅为半选，半选不授予权限。`}`,
        en: `No role grants ${wanted.en}.${half.en && ` ${half.en} has it half-selected only, which grants nothing.`}`,
      },
    },
  ];
}

function project({ roles, project: place }: RightFacts): Reason[] {
  if (!place) return [];
  const step = 'project';
  const { name } = place;
  if (roles.some(({ projectId }) => projectId !== companyWide)) {
    return [
      {
        step,
        passed: true,
        text: { zh: `在项目“${name.zh}”内有角色，可以打开。`, en: `Has a role in “${name.en}” and can open it.` },
      },
    ];
  }
  const opener = roles.find(({ permissionIds }) => permissionIds.some((id) => opensEverything.includes(id)));
  return [
    opener
      ? {
          step,
          passed: true,
          text: {
            zh: `企业角色“${opener.name.zh}”可打开全部项目，包括“${name.zh}”。`,
            en: `“${opener.name.en}” opens every project of the company, “${name.en}” too.`,
          },
        }
      : {
          step,
          passed: false,
          text: {
            zh: `未加入项目“${name.zh}”，且没有角色可打开企业全部项目。`,
            en: `Not added to “${name.en}”, and no role opens all projects.`,
          },
        },
  ];
}

function service({ project: place }: RightFacts, needs: Needs): Reason[] {
  if (!place || place.isServed) return [];
  return [
    {
      step: 'service',
      passed: false,
      isNote: !needs.service,
      text: {
        zh: `项目“${place.name.zh}”的服务已到期或已停用：可以打开，但没有实时数据和通知，也不能写入。`,
        en: `The service of “${place.name.en}” has ended or is switched off: it can be opened, without live data, notifications and writing.`,
      },
    },
  ];
}
