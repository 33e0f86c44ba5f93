import { minuteOfDay } from '@watchpost/contract';
import type { DemoAlarmStrategy, DemoCompany } from '@watchpost/demo';
import { system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { ruleDefinition } from './demoRules.ts';
import type { SeededCompany } from './SeededCompany.ts';
import { insertContacts, insertStrategy } from './store.ts';

type Subject = { kind: 'point' | 'gateway'; id: number };

/** What a strategy watches; empty where the demo has none of it. */
function subjectsOf({ target }: DemoAlarmStrategy, { pointIds, gatewayIds }: SeededCompany): Subject[] {
  const kind = target.kind === 'points' ? 'point' : 'gateway';
  const ids =
    target.kind === 'points'
      ? target.deviceCodes.map((code) => pointIds.get(`${code}.${target.role}`))
      : target.gatewayCodes.map((code) => gatewayIds.get(code));
  return ids.flatMap((id) => (id === undefined ? [] : [{ kind, id }]));
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

/** Strategies need gateways and points for what they watch, and people for who is told. */
export async function seedStrategies(db: DbOrTransaction, company: DemoCompany, seeded: SeededCompany): Promise<void> {
  for (const strategy of company.strategies) {
    const subjects = subjectsOf(strategy, seeded);
    const rules = strategy.target.rules.flatMap((rule) => {
      const definition = ruleDefinition(rule);
      return definition ? [{ definition, subjects }] : [];
    });
    if (rules.length === 0 || subjects.length === 0) continue;
    const id = await insertStrategy(system, db, {
      companyId: seeded.companyId,
      projectId: seeded.projectIds.get(strategy.projectCode)!,
      name: strategy.name,
      nameEn: strategy.nameEn,
      remarks: strategy.remarks,
      repeatMinutes: strategy.notification.repeatEveryMinutes,
      escalateMinutes: strategy.escalation?.afterMinutes ?? null,
      notifyOnClear: strategy.notification.notifyOnClear,
      rules,
    });
    await insertContacts(system, db, id, contactsOf(strategy, seeded));
  }
}
