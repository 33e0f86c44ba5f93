import { type prepaidCalls, prepaidErrors, tripGateNames, tripGates } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { dayAfter, localOfEpoch } from '../../platform/zonedTime.ts';
import { findOutdoorPoint } from '../../points/index.ts';
import { writePoint } from '../../writing/index.ts';
import type { AccountRow } from '../accounts/accounts.store.ts';
import { balanceOf } from '../accounts/balance.ts';
import type { PrepaidDeps } from '../deps.ts';
import { needAccount, needOpen } from '../needAccount.ts';
import { ordersUnderWay } from '../recharges/recharges.store.ts';
import { tellPrepaid } from '../tellPrepaid.ts';
import { trusted } from '../trustedReading.ts';
import { closedGates, gatesOf } from './gates.ts';
import { dayKindsOf, endSwitch, insertSwitch, outcomeOf, tripFacts } from './switching.store.ts';

type SwitchCalls = Pick<typeof prepaidCalls, 'getSwitchGates' | 'orderSwitch'>;

export function switchHandlers(deps: PrepaidDeps): Handlers<SwitchCalls> {
  const { db, clock, events, live } = deps;

  /** What is asked before power is cut, with the answers of this moment. */
  async function gatesNow(account: AccountRow): Promise<ReturnType<typeof gatesOf>> {
    const now = clock.now();
    const local = localOfEpoch(now, account.time_zone);
    const today = local.slice(0, 10);
    const facts = await tripFacts(system, db, account, new Date(now));
    const kinds = await dayKindsOf(system, db, account.project_id, [today, dayAfter(today, 1)]);
    const outdoorPoint = await findOutdoorPoint(system, db, account.project_id);
    const age = (pointId: number | null) => {
      const reading = trusted(live, pointId);
      return reading && now - reading.at;
    };
    return gatesOf({
      loadClass: account.load_class,
      classesBehind: facts.classes,
      balanceFen: balanceOf(account).fen,
      overdraftFen: account.overdraft_fen,
      rechargesUnderWay: (await ordersUnderWay(system, db, account.id)).length,
      lowSince: facts.lowSince && now - facts.lowSince.getTime(),
      minuteOfDay: Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)),
      dayKind: kinds[0]!,
      nextDayKind: kinds[1]!,
      outdoor: trusted(live, outdoorPoint)?.value ?? null,
      isLivestock: account.industry === 3,
      registerAgeMs: age(account.register_point_id),
      switchAgeMs: age(account.switch_point_id),
      ledgerAddsUp: !facts.unbalanced,
      openEvents: facts.openEvents,
      tripsAgoMs: facts.recent.map((at) => now - at.getTime()),
    });
  }

  return {
    async getSwitchGates({ caller }, { query }) {
      const gates = await gatesNow(await needAccount(caller, db, query.accountId));
      return tripGateNames.map((Gate) => ({ Gate, IsMet: gates[Gate] }));
    },

    async orderSwitch(context, { body }) {
      const { caller, language } = context;
      const { tenant } = caller;
      const account = needOpen(await needAccount(caller, db, body.AccountId));
      if (account.switch_point_id === null) throw new Refusal(prepaidErrors.noSwitch);
      const gates = await gatesNow(account);
      const closed = body.Want === 'off' ? closedGates(gates) : [];
      if (closed.length > 0)
        throw new Refusal(prepaidErrors.gateClosed, {
          gates: closed.map((gate) => tripGates[gate][language]).join(language === 'zh' ? '；' : '; '),
        });
      const orderId = await inOneWrite(deps, context, async (write) => {
        const id = await insertSwitch(tenant, write.transaction, {
          account_id: account.id,
          want: body.Want,
          gates,
          reason: body.Reason,
          created_at: new Date(clock.now()),
        });
        write.log({
          companyId: tenant.companyId,
          projectId: account.project_id,
          subject: { kind: 'meterSwitch', id: account.id, name: account.consumer },
          after: { switchedTo: body.Want, reason: body.Reason },
        });
        tellPrepaid(write, events, tenant.companyId);
        return id;
      });
      let State: 'done' | 'failed' | 'unknown' = 'failed';
      let recordId: number | null = null;
      try {
        const value = body.Want === 'on' ? 1 : 0;
        recordId = await writePoint(deps, context, { pointId: account.switch_point_id, value, reason: body.Reason });
        const outcome = await outcomeOf(tenant, db, recordId);
        State =
          outcome === 'succeeded'
            ? 'done'
            : ['noResponse', 'unknown', 'acknowledged'].includes(outcome)
              ? 'unknown'
              : 'failed';
      } finally {
        await endSwitch(tenant, db, orderId, State, recordId);
      }
      events.emit('listsChanged', { companyId: tenant.companyId, kinds: ['energy'] });
      return { State };
    },
  };
}
