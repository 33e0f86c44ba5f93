import { minuteOfDay } from '@watchpost/contract';
import { type DemoAlarmStrategy, type DemoCompany, demoPoints, demoPointTypes } from '@watchpost/demo';
import { system } from '../access/index.ts';
import { keepRuleVersions } from '../alarms/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { type PointOfRole, ruleDefinition } from './demoRules.ts';
import type { SeededCompany } from './SeededCompany.ts';
import { insertContacts, insertStrategy, insertTemplateOf } from './strategies.store.ts';

/** `definition`: its own, where it differs from the rule's. */
type Subject = { kind: 'point' | 'slave' | 'gateway'; id: number; definition?: object };

/** By its type where the device has one point of it, which then fits every device; else the point itself. */
const pointOn =
  (deviceCode: string, { pointIds, typeIds }: SeededCompany): PointOfRole =>
  (role) => {
    const ofDevice = demoPoints.filter((point) => point.deviceCode === deviceCode);
    const point = ofDevice.find((each) => each.role === role);
    const pointId = point && pointIds.get(point.code);
    if (!point || pointId === undefined) return undefined;
    const isAlone = ofDevice.filter(({ pointTypeCode }) => pointTypeCode === point.pointTypeCode).length === 1;
    const type = demoPointTypes.find(({ code }) => code === point.pointTypeCode);
    return {
      reference: isAlone ? { pointTypeId: typeIds.get(point.pointTypeCode)! } : { pointId },
      states: (type?.statusValues ?? []).map(({ value }) => value),
    };
  };

/** A rule with what it watches: which point it looks at besides differs by device, so all but the first have their own words. */
function rulesOf({ target }: DemoAlarmStrategy, seeded: SeededCompany) {
  const { pointIds, gatewayIds, slaveIds } = seeded;
  if (target.kind === 'gateways') {
    const subjects = target.gatewayCodes.flatMap((code): Subject[] => {
      const id = gatewayIds.get(code);
      const slaves = (slaveIds.get(code) ?? []).map((slaveId): Subject => ({ kind: 'slave', id: slaveId }));
      return id === undefined ? [] : [{ kind: 'gateway', id }, ...slaves];
    });
    return subjects.length === 0 ? [] : target.rules.map((rule) => ({ definition: ruleDefinition(rule)!, subjects }));
  }
  return target.rules.flatMap((rule) => {
    const found = target.deviceCodes.flatMap((code) => {
      const id = pointIds.get(`${code}.${target.role}`);
      const definition = ruleDefinition(rule, pointOn(code, seeded));
      return id === undefined || definition === null ? [] : [{ id, definition }];
    });
    const first = found[0]?.definition;
    if (first === undefined) return [];
    const isOwn = (definition: object) => JSON.stringify(definition) !== JSON.stringify(first);
    const subjects = found.map(
      ({ id, definition }): Subject => ({ kind: 'point', id, ...(isOwn(definition) && { definition }) }),
    );
    return [{ definition: first, subjects }];
  });
}

/** Who is told at once, and who when nobody has confirmed by then; a call only for the first step of what is urgent. */
function contactsOf({ notification, escalation }: DemoAlarmStrategy, { userIds }: SeededCompany) {
  const first = notification.contacts.map(({ account, levels, period }) => ({
    account,
    step: 0,
    severities: levels,
    channels: ['app', 'sms', ...(levels.includes(3) ? [] : ['email'])],
    period: period && {
      weekdays: period.days,
      fromMinute: minuteOfDay(period.from),
      untilMinute: minuteOfDay(period.to),
    },
  }));
  const later = (escalation?.accounts ?? []).map((account) => ({
    account,
    step: 1,
    severities: [1, 2],
    channels: ['sms', 'voice'],
    period: null,
  }));
  return [...first, ...later].flatMap(({ account, ...contact }) => {
    const userId = userIds.get(account);
    return userId === undefined ? [] : [{ userId, ...contact }];
  });
}

/** Strategies that their company keeps as the template of their class. */
const templates: Readonly<Record<string, { name: string; nameEn: string }>> = {
  freezerTemperature: { name: '冷冻间温度模板', nameEn: 'Freezer rooms' },
  chillTemperature: { name: '冷藏间温度模板', nameEn: 'Chill rooms' },
  rackFault: { name: '机组故障模板', nameEn: 'Rack faults' },
  chilledCases: { name: '冷藏柜温度模板', nameEn: 'Chilled cases' },
  barnGas: { name: '猪舍氨气模板', nameEn: 'Barn ammonia' },
};

/** Strategies need gateways and points for what they watch, and people for who is told. */
export async function seedStrategies(db: DbOrTransaction, company: DemoCompany, seeded: SeededCompany): Promise<void> {
  for (const strategy of company.strategies) {
    const rules = rulesOf(strategy, seeded);
    if (rules.length === 0) continue;
    const id = await insertStrategy(system, db, {
      companyId: seeded.companyId,
      projectId: seeded.projectIds.get(strategy.projectCode)!,
      name: strategy.name,
      nameEn: strategy.nameEn,
      remarks: strategy.remarks,
      remarksEn: strategy.remarksEn,
      repeatMinutes: strategy.notification.repeatEveryMinutes,
      escalateMinutes: strategy.escalation?.afterMinutes ?? null,
      notifyOnClear: strategy.notification.notifyOnClear,
      rules,
    });
    // They have stood for as long as the demo's past goes back.
    await keepRuleVersions(system, db, [id], new Date(0));
    await insertContacts(system, db, id, contactsOf(strategy, seeded));
    const template = templates[strategy.code];
    if (template) await insertTemplateOf(system, db, id, template);
  }
}
