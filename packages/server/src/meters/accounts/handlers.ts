import { commonErrors, type prepaidCalls, prepaidErrors } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import { findMeters } from '../../energy/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { inBothLanguages, Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import { dayAfter, localOfEpoch } from '../../platform/zonedTime.ts';
import type { PrepaidDeps } from '../deps.ts';
import { needAccount, needOpen } from '../needAccount.ts';
import { ordersUnderWay } from '../recharges/recharges.store.ts';
import { tellPrepaid } from '../tellPrepaid.ts';
import { fenOf, yuanOf } from '../yuan.ts';
import {
  type AccountValues,
  chargedDaysOf,
  hasOpenAccount,
  insertAccount,
  pageAccounts,
  pointsOfProject,
  updateAccount,
  wasProtected,
} from './accounts.store.ts';
import { chargeThrough } from './chargeAccounts.ts';
import { book, pageEntries } from './ledger.store.ts';
import { presentAccount } from './present.ts';

const inLog = (values: Partial<AccountValues>): object => ({
  ...(values.consumer === undefined ? {} : { consumer: values.consumer }),
  ...(values.load_class === undefined ? {} : { loadClass: values.load_class }),
  ...(values.low_days === undefined ? {} : { lowDays: values.low_days }),
  ...(values.overdraft_fen === undefined ? {} : { overdraftYuan: yuanOf(values.overdraft_fen) }),
  ...(values.hoard_limit_fen === undefined ? {} : { hoardLimitYuan: yuanOf(values.hoard_limit_fen) }),
  ...(values.switch_point_id === undefined ? {} : { pointId: values.switch_point_id }),
});

type AccountCalls = Pick<
  typeof prepaidCalls,
  'getPrepaidPage' | 'addPrepaidAccount' | 'editPrepaidAccount' | 'closePrepaidAccount' | 'getLedgerPage'
>;

export function accountHandlers(deps: PrepaidDeps): Handlers<AccountCalls> {
  const { db, clock, events, live, writing } = deps;

  /** Nobody else has them, nor writes them now: what is on its way was asked for before the account had the point. */
  async function checkPoints(
    { tenant }: Caller,
    transaction: OneWrite['transaction'],
    projectId: number,
    {
      writable,
      readable,
    }: { writable: readonly (number | null | undefined)[]; readable: readonly (number | null | undefined)[] },
  ): Promise<void> {
    const isId = (id: number | null | undefined): id is number => typeof id === 'number';
    const [toWrite, toRead] = [writable.filter(isId), readable.filter(isId)];
    const ids = [...toWrite, ...toRead];
    const found = await pointsOfProject(tenant, transaction, projectId, ids);
    const ok = (id: number, mustWrite: boolean) =>
      found.some((each) => each.id === id && (each.writable || !mustWrite));
    if (!toWrite.every((id) => ok(id, true)) || !toRead.every((id) => ok(id, false)))
      throw new Refusal(prepaidErrors.notWritable);
    await writing.holdStill(tenant, transaction, ids);
    const held = await pointsOfProject(tenant, transaction, projectId, ids);
    if (new Set(ids).size < ids.length || held.some(({ taken }) => taken)) throw new Refusal(prepaidErrors.pointTaken);
  }

  return {
    async getPrepaidPage({ caller, language }, { body }) {
      if (!caller.tenant.projectIds.includes(body.ProjectId)) throw new Refusal(commonErrors.notFound);
      const { rows, total } = await pageAccounts(
        caller.tenant,
        db,
        { projectId: body.ProjectId, text: body.Text },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentAccount(row, live, caller, language, clock.now())), TotalCount: total };
    },

    async addPrepaidAccount(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const [meter] = await findMeters(tenant, transaction, [body.MeterId], 'lock');
        if (!meter) throw new Refusal(commonErrors.notFound);
        if (await hasOpenAccount(tenant, transaction, meter.id)) throw new Refusal(prepaidErrors.hasAccount);
        const isMeterHeld = body.Mode === 'meterHeld';
        const [amount, count] = [body.AmountPointId ?? null, body.CountPointId ?? null];
        if (isMeterHeld && (amount === null || count === null)) throw new Refusal(prepaidErrors.pointsNeeded);
        await checkPoints(caller, transaction, meter.project_id, {
          writable: [body.SwitchPointId, isMeterHeld ? amount : null],
          readable: [isMeterHeld ? count : null],
        });
        const now = new Date(clock.now());
        const charged = await chargedDaysOf(tenant, transaction, meter.id);
        const { charged_through: through } = charged;
        if (through !== null && body.ChargeFrom !== undefined && body.ChargeFrom <= through)
          throw InvalidInput.inField(
            'ChargeFrom',
            inBothLanguages(new Refusal(prepaidErrors.chargedAlready, { day: through })),
            context.language,
          );
        const today = localOfEpoch(now.getTime(), charged.time_zone).slice(0, 10);
        const firstFree = through === null || through < today ? today : dayAfter(through, 1);
        const values: AccountValues = {
          consumer: body.Consumer,
          phone: body.Phone,
          load_class: body.LoadClass,
          low_days: body.LowDays,
          overdraft_fen: fenOf(body.Overdraft),
          hoard_limit_fen: fenOf(body.HoardLimit),
          switch_point_id: body.SwitchPointId ?? null,
        };
        if (
          body.LoadClass === 'interruptible' &&
          (await wasProtected(tenant, transaction, { meterId: meter.id, switchPointId: values.switch_point_id }))
        )
          throw new Refusal(prepaidErrors.twoPeople);
        const id = await insertAccount(tenant, transaction, {
          ...values,
          project_id: meter.project_id,
          meter_id: meter.id,
          mode: body.Mode,
          amount_point_id: isMeterHeld ? amount : null,
          count_point_id: isMeterHeld ? count : null,
          charge_from: body.ChargeFrom ?? firstFree,
          opened_at: now,
        });
        const opening = fenOf(body.Opening ?? 0);
        if (opening !== 0)
          await book(tenant, transaction, {
            accountId: id,
            kind: 'opening',
            amountFen: opening,
            against: 'opening',
            at: now,
            byUser: tenant.userId,
          });
        log({
          companyId: tenant.companyId,
          projectId: meter.project_id,
          subject: { kind: 'prepaidAccount', id, name: values.consumer },
          after: { ...inLog(values), prepaidMode: body.Mode, amountYuan: yuanOf(opening), meterName: meter.name },
        });
        tellPrepaid(write, events, tenant.companyId);
        return { AccountId: id };
      });
    },

    async editPrepaidAccount(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const account = needOpen(await needAccount(caller, write.transaction, body.AccountId, 'lock'));
        const changed = differing<AccountValues>(account, {
          ...(body.Consumer === undefined ? {} : { consumer: body.Consumer }),
          ...(body.Phone === undefined ? {} : { phone: body.Phone }),
          ...(body.LoadClass === undefined ? {} : { load_class: body.LoadClass }),
          ...(body.LowDays === undefined ? {} : { low_days: body.LowDays }),
          ...(body.Overdraft === undefined ? {} : { overdraft_fen: fenOf(body.Overdraft) }),
          ...(body.HoardLimit === undefined ? {} : { hoard_limit_fen: fenOf(body.HoardLimit) }),
          ...(body.SwitchPointId === undefined ? {} : { switch_point_id: body.SwitchPointId }),
        });
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        if (account.load_class === 'protected') {
          if (changed.load_class === 'interruptible') throw new Refusal(prepaidErrors.twoPeople);
          if (changed.switch_point_id !== undefined && account.switch_point_id !== null)
            throw new Refusal(prepaidErrors.switchStays);
        } else if (
          account.meter_id !== null &&
          changed.switch_point_id &&
          (changed.load_class ?? account.load_class) === 'interruptible'
        ) {
          const moved = { meterId: account.meter_id, switchPointId: changed.switch_point_id };
          if (await wasProtected(tenant, write.transaction, moved)) throw new Refusal(prepaidErrors.twoPeople);
        }
        await checkPoints(caller, write.transaction, account.project_id, {
          writable: [changed.switch_point_id],
          readable: [],
        });
        await updateAccount(tenant, write.transaction, account.id, changed);
        const were = Object.fromEntries(Object.keys(changed).map((key) => [key, account[key as keyof AccountValues]]));
        write.log({
          companyId: tenant.companyId,
          projectId: account.project_id,
          subject: { kind: 'prepaidAccount', id: account.id, name: changed.consumer ?? account.consumer },
          before: inLog(were),
          after: inLog(changed),
        });
        tellPrepaid(write, events, tenant.companyId);
        return null;
      });
    },

    async closePrepaidAccount(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const account = needOpen(await needAccount(caller, transaction, body.AccountId, 'lock'));
        if ((await ordersUnderWay(tenant, transaction, account.id)).length > 0)
          throw new Refusal(prepaidErrors.deliveryPending);
        const at = new Date(clock.now());
        const today = localOfEpoch(at.getTime(), account.time_zone).slice(0, 10);
        await chargeThrough(transaction, account, today, at);
        const { posted_fen } = await needAccount(caller, transaction, account.id);
        if (posted_fen !== 0)
          await book(tenant, transaction, {
            accountId: account.id,
            kind: posted_fen > 0 ? 'refund' : 'writeOff',
            amountFen: -posted_fen,
            against: posted_fen > 0 ? 'cash' : 'writeOff',
            at,
            note: body.Reason,
            byUser: tenant.userId,
          });
        await updateAccount(tenant, transaction, account.id, { closed_at: at });
        write.log({
          companyId: tenant.companyId,
          projectId: account.project_id,
          subject: { kind: 'prepaidAccount', id: account.id, name: account.consumer },
          after: { amountYuan: yuanOf(posted_fen), reason: body.Reason },
        });
        tellPrepaid(write, events, tenant.companyId);
        return { RefundFen: Math.max(0, posted_fen) };
      });
    },

    async getLedgerPage({ caller }, { body }) {
      const account = await needAccount(caller, db, body.AccountId);
      const { rows, total } = await pageEntries(caller.tenant, db, account.id, rowRange(body));
      return {
        Data: rows.map((row) => ({
          EntryId: row.id,
          Kind: row.kind,
          AmountFen: row.amount_fen,
          BalanceFen: row.balance_fen,
          ThroughDay: row.through_day,
          BookEpoch: row.booked_at.getTime(),
          Note: row.note,
          ByName: row.by_name,
        })),
        TotalCount: total,
      };
    },
  };
}
