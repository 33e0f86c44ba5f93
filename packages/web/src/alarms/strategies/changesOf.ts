import type { AllCalls, CallInput, StrategyFormInput } from '@watchpost/contract';

type Body = CallInput<AllCalls['updateAlarmStrategy']>['body'];

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const without = (list: readonly number[], others: readonly number[]): number[] => {
  const known = new Set(others);
  return list.filter((id) => !known.has(id));
};
const keyOf = ({ UserId, Step }: { UserId: unknown; Step?: unknown }): string => `${UserId} ${Step ?? 0}`;

/** Of what was changed in the form: the values as they are, of lists what comes in, changes and goes out. */
export function changesOf(
  strategyId: number,
  before: Partial<StrategyFormInput>,
  changed: Partial<StrategyFormInput>,
): Body {
  const {
    StrategyId: _,
    ProjectId: __,
    RuleList,
    PointIdList,
    GatewayIdList,
    SlaveIdList,
    ContactList,
    ...values
  } = changed;
  const body: Record<string, unknown> = { ...values, StrategyId: strategyId };
  const moved = (name: string, was: readonly unknown[] | undefined, is: readonly unknown[] | undefined) => {
    if (!is) return;
    const [from, to] = [(was ?? []).map(Number), is.map(Number)];
    body[`Add${name}`] = without(to, from);
    body[`Remove${name}`] = without(from, to);
  };
  moved('PointIdList', before.PointIdList, PointIdList);
  moved('GatewayIdList', before.GatewayIdList, GatewayIdList);
  moved('SlaveIdList', before.SlaveIdList, SlaveIdList);
  if (RuleList) {
    const were = new Map((before.RuleList ?? []).map((rule) => [rule.RuleId, rule]));
    body.RuleList = RuleList.filter((rule) => rule.RuleId === undefined || !same(were.get(rule.RuleId), rule));
    const stay = new Set(RuleList.map(({ RuleId }) => RuleId));
    body.RemoveRuleIdList = [...were.keys()].filter((id) => id !== undefined && !stay.has(id));
  }
  if (ContactList) {
    const were = new Map((before.ContactList ?? []).map((contact) => [keyOf(contact), contact]));
    body.ContactList = ContactList.filter((contact) => !same(were.get(keyOf(contact)), contact));
    const stay = new Set(ContactList.map(keyOf));
    body.RemoveContactList = [...were.values()]
      .filter((contact) => !stay.has(keyOf(contact)))
      .map(({ UserId, Step }) => ({ UserId: Number(UserId), Step: Number(Step ?? 0) }));
  }
  return body as Body;
}
