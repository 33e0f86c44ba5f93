import { commonErrors, type prepaidCalls, prepaidErrors, tripGateNames } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import { findMeters } from '../../energy/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type SendCondition, writeDownPoint } from '../../writing/index.ts';
import type { PrepaidDeps } from '../deps.ts';
import { needAccount, needOpen } from '../needAccount.ts';
import { tellPrepaid } from '../tellPrepaid.ts';
import { restartPauseMs } from './gates.ts';
import { gatesNow, refusalOf } from './gatesNow.ts';
import { armingOf, armProject, endSwitch, insertSwitch, keepGates, lockSwitching } from './switching.store.ts';

type Context = CallContext<Caller>;
/** After this time on a busy line the answers of the gates are out of date, and nothing is sent. */
const answersHoldMs = 10_000;

type SwitchCalls = Pick<typeof prepaidCalls, 'getSwitchGates' | 'orderSwitch' | 'getTrips' | 'armTrips'>;

export function switchHandlers(deps: PrepaidDeps): Handlers<SwitchCalls> {
  const { db, clock, events, writing, startedAt } = deps;

  /** For power that is to be cut: the gates are asked once more when the order's turn comes, and their answers kept. */
  function whileGatesHold(
    context: Context,
    accountId: number,
    orderId: number,
  ): SendCondition & { said: Refusal | null } {
    let askedAt = 0;
    const condition = {
      said: null as Refusal | null,
      atTurn: async () => {
        const account = await needAccount(context.caller, db, accountId);
        const gates = await gatesNow(deps, db, account, orderId);
        await keepGates(context.caller.tenant, db, orderId, gates.isMet);
        askedAt = clock.now();
        condition.said = account.closed_at ? new Refusal(prepaidErrors.closed) : refusalOf(gates);
        return condition.said;
      },
      mayGo: () => {
        if (clock.now() - askedAt > answersHoldMs) condition.said = new Refusal(prepaidErrors.lineBusy);
        return condition.said;
      },
    };
    return condition;
  }

  return {
    async getSwitchGates({ caller, language }, { query }) {
      const { isMet, protectedBehind } = await gatesNow(deps, db, await needAccount(caller, db, query.accountId));
      const behind = protectedBehind.map((each) => each[language]);
      return tripGateNames.map((Gate) => ({
        Gate,
        IsMet: isMet[Gate],
        BehindList: Gate === 'interruptible' ? behind : [],
      }));
    },

    async getTrips({ caller }, { query }) {
      const { tenant } = caller;
      if (!tenant.projectIds.includes(query.projectId)) throw new Refusal(commonErrors.notFound);
      const arming = await armingOf(tenant, db, query.projectId);
      const pauseEnds = startedAt + restartPauseMs;
      return {
        RestoreEpoch: arming.disarmed_since?.getTime() ?? null,
        PauseEndEpoch: pauseEnds > clock.now() ? pauseEnds : null,
        ArmEpoch: arming.armed_at?.getTime() ?? null,
        ArmName: arming.armed_name,
        Reason: arming.reason,
      };
    },

    async armTrips(context, { body }) {
      const { tenant } = context.caller;
      if (!tenant.projectIds.includes(body.ProjectId)) throw new Refusal(commonErrors.notFound);
      return inOneWrite(deps, context, async (write) => {
        const { disarmed_since, project_name } = await armingOf(tenant, write.transaction, body.ProjectId, 'lock');
        if (disarmed_since === null) throw new Refusal(prepaidErrors.notDisarmed);
        await armProject(tenant, write.transaction, {
          projectId: body.ProjectId,
          // By a clock that lags behind the one of the restore it would not count.
          at: new Date(Math.max(clock.now(), disarmed_since.getTime() + 1)),
          reason: body.Reason,
        });
        write.log({
          companyId: tenant.companyId,
          projectId: body.ProjectId,
          subject: { kind: 'meterSwitch', id: body.ProjectId, name: project_name },
          after: { tripsArmed: true, reason: body.Reason },
        });
        tellPrepaid(write, events, tenant.companyId);
        return null;
      });
    },

    async orderSwitch(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const value = body.Want === 'on' ? 1 : 0;
      const begun = await inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const seen = await needAccount(caller, transaction, body.AccountId);
        // Settling waits for the meter, recharges and charges for the account: the answers hold until the order is written down.
        await lockSwitching(tenant, transaction, seen.project_id);
        if (seen.meter_id !== null) await findMeters(tenant, transaction, [seen.meter_id], 'lock');
        const account = needOpen(await needAccount(caller, transaction, body.AccountId, 'lock'));
        const { switch_point_id: pointId } = account;
        if (pointId === null) throw new Refusal(prepaidErrors.noSwitch);
        const gates = await gatesNow(deps, transaction, account);
        const refusal = body.Want === 'off' ? refusalOf(gates) : null;
        if (refusal) throw refusal;
        const recordId = await writeDownPoint(deps, write, caller, {
          pointId,
          value,
          reason: body.Reason,
          accountId: account.id,
        });
        const orderId = await insertSwitch(tenant, transaction, {
          account_id: account.id,
          want: body.Want,
          gates: gates.isMet,
          reason: body.Reason,
          write_record_id: recordId,
          created_at: new Date(clock.now()),
        });
        write.log({
          companyId: tenant.companyId,
          projectId: account.project_id,
          subject: { kind: 'meterSwitch', id: account.id, name: account.consumer },
          after: { switchedTo: body.Want, reason: body.Reason },
        });
        tellPrepaid(write, events, tenant.companyId);
        return { orderId, recordId, pointId };
      });
      const condition = body.Want === 'off' ? whileGatesHold(context, body.AccountId, begun.orderId) : undefined;
      const { outcome } = await writing.send(begun.recordId, begun.pointId, value, condition);
      const isOpen = ['noResponse', 'unknown', 'acknowledged'].includes(outcome);
      const State = outcome === 'succeeded' ? 'done' : isOpen ? 'unknown' : 'failed';
      await endSwitch(tenant, db, begun.orderId, State);
      events.emit('listsChanged', { companyId: tenant.companyId, kinds: ['energy'] });
      if (outcome === 'notSent' && condition?.said) throw condition.said;
      return { State };
    },
  };
}
