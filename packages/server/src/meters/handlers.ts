import {
  commonErrors,
  type Language,
  type PrepaidRow,
  type prepaidCalls,
  prepaidErrors,
  type RechargeRow,
  rechargeNext,
  tripGateNames,
  tripGates,
} from '@watchpost/contract';
import { type Caller, mayInProject, system } from '../access/index.ts';
import { findMeters } from '../energy/index.ts';
import type { Handlers } from '../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../logs/index.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { dayAfter, localOfEpoch } from '../platform/zonedTime.ts';
import { findOutdoorPoint } from '../points/index.ts';
import { writePoint } from '../writing/index.ts';
import { balanceOf } from './balance.ts';
import { chargeThrough } from './chargeAccounts.ts';
import type { PrepaidDeps } from './deps.ts';
import { closedGates, gatesOf } from './gates.ts';
import { trusted } from './liveCount.ts';
import {
  type AccountRow,
  type AccountValues,
  accountsOf,
  book,
  dayKindsOf,
  endSwitch,
  findAccount,
  findOrder,
  findOrderOf,
  hasOpenAccount,
  insertAccount,
  insertOrder,
  insertSwitch,
  lockOrders,
  moveOrder,
  type OrderRow,
  ordersUnderWay,
  outcomeOf,
  pageEntries,
  pageOrders,
  pointsOfProject,
  tripFacts,
  updateAccount,
} from './prepaid.store.ts';

type Context = CallContext<Caller>;
const fenOf = (yuan: number): number => Math.round(yuan * 100);
const yuanOf = (fen: number): number => fen / 100;

const inLog = (values: Partial<AccountValues>): object => ({
  ...(values.consumer === undefined ? {} : { consumer: values.consumer }),
  ...(values.load_class === undefined ? {} : { loadClass: values.load_class }),
  ...(values.low_days === undefined ? {} : { lowDays: values.low_days }),
  ...(values.overdraft_fen === undefined ? {} : { overdraftYuan: yuanOf(values.overdraft_fen) }),
  ...(values.hoard_limit_fen === undefined ? {} : { hoardLimitYuan: yuanOf(values.hoard_limit_fen) }),
  ...(values.switch_point_id === undefined ? {} : { pointId: values.switch_point_id }),
});

export function prepaidHandlers(deps: PrepaidDeps): Handlers<typeof prepaidCalls> {
  const { db, clock, events, live } = deps;
  const tell = ({ afterCommit }: Pick<OneWrite, 'afterCommit'>, companyId: number): void =>
    afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['energy'] }));

  function presentAccount(row: AccountRow, caller: Caller, language: Language): PrepaidRow {
    const balance = balanceOf(row);
    const position = trusted(live, row.switch_point_id);
    const seesPhone =
      caller.grants !== null && mayInProject(caller.grants, row.project_id, ['meterRecharge', 'energyEdit']);
    return {
      AccountId: row.id,
      MeterId: row.meter_id,
      MeterName: row.meter_name === null ? null : inLanguage(row.meter_name, row.meter_name_en, language),
      Consumer: row.consumer,
      Phone: seesPhone ? row.phone : null,
      Mode: row.mode,
      LoadClass: row.load_class,
      BalanceFen: balance.fen,
      UnpostedFen: balance.unpostedFen,
      AsOfEpoch: row.settled_through?.getTime() ?? null,
      FenPerDay: balance.fenPerDay,
      DaysLeft: balance.daysLeft,
      IsLow: balance.isLow,
      LowDays: row.low_days,
      OverdraftFen: row.overdraft_fen,
      HoardLimitFen: row.hoard_limit_fen,
      SwitchPointId: row.switch_point_id,
      Switch:
        row.switch_point_id === null ? null : position === null ? 'unknown' : position.value >= 0.5 ? 'on' : 'off',
      SwitchEpoch: position?.at ?? null,
      ClosedEpoch: row.closed_at?.getTime() ?? null,
    };
  }

  const presentOrder = (row: OrderRow): RechargeRow => ({
    OrderId: row.id,
    AccountId: row.account_id,
    Consumer: row.consumer,
    OrderNumber: row.order_number,
    AmountFen: row.amount_fen,
    Channel: row.channel,
    ExternalId: row.external_id,
    State: row.state,
    CreateEpoch: row.created_at.getTime(),
    CreateName: row.created_name,
  });

  async function needAccount(
    { tenant }: Caller,
    client: Parameters<typeof findAccount>[1],
    id: number,
    lock: 'lock' | 'look' = 'look',
  ) {
    const account = await findAccount(tenant, client, id, lock);
    if (!account) throw new Refusal(commonErrors.notFound);
    return account;
  }
  const needOpen = (account: AccountRow): AccountRow => {
    if (account.closed_at) throw new Refusal(prepaidErrors.closed);
    return account;
  };

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

  async function checkPoints(
    { tenant }: Caller,
    client: Parameters<typeof pointsOfProject>[1],
    projectId: number,
    {
      writable,
      readable,
    }: { writable: readonly (number | null | undefined)[]; readable: readonly (number | null | undefined)[] },
  ): Promise<void> {
    const isId = (id: number | null | undefined): id is number => typeof id === 'number';
    const [toWrite, toRead] = [writable.filter(isId), readable.filter(isId)];
    const found = await pointsOfProject(tenant, client, projectId, [...toWrite, ...toRead]);
    const ok = (id: number, mustWrite: boolean) =>
      found.some((each) => each.id === id && (each.writable || !mustWrite));
    if (!toWrite.every((id) => ok(id, true)) || !toRead.every((id) => ok(id, false)))
      throw new Refusal(prepaidErrors.notWritable);
  }

  /** Sends a recharge to its meter once, after the number of purchases is known and nothing else is on its way. */
  async function deliver(
    context: Context,
    orderId: number,
  ): Promise<'credited' | 'delivering' | 'delivered' | 'disputed'> {
    const { caller } = context;
    const { tenant } = caller;
    const begun = await db.transaction().execute(async (transaction) => {
      const order = await findOrder(tenant, transaction, orderId, 'lock');
      if (!order) throw new Refusal(commonErrors.notFound);
      const account = needOpen(await needAccount(caller, transaction, order.account_id, 'lock'));
      if (account.mode !== 'meterHeld' || !rechargeNext[order.state].includes('delivering'))
        throw new Refusal(prepaidErrors.notDeliverable);
      if ((await ordersUnderWay(tenant, transaction, account.id)).length > 0)
        throw new Refusal(prepaidErrors.deliveryPending);
      const count = trusted(live, account.count_point_id);
      if (!count || clock.now() - count.at > 15 * 60_000 || account.amount_point_id === null)
        throw new Refusal(prepaidErrors.countUnknown);
      const sentAt = new Date(clock.now());
      await moveOrder(tenant, transaction, order.id, ['credited'], {
        state: 'delivering',
        count_before: count.value,
        sent_at: sentAt,
      });
      return { pointId: account.amount_point_id, amount: yuanOf(order.amount_fen), number: order.order_number };
    });
    // Not sent at all: nothing is in the meter. Any other end leaves it to the number of purchases.
    let sent = true;
    try {
      const recordId = await writePoint(deps, context, {
        pointId: begun.pointId,
        value: begun.amount,
        reason: begun.number,
      });
      sent = !['notConnected', 'notSupported', 'notSent', 'refusedByDevice'].includes(
        await outcomeOf(tenant, db, recordId),
      );
    } catch (error) {
      await moveOrder(tenant, db, orderId, ['delivering'], { state: 'credited' });
      throw error;
    }
    if (!sent) await moveOrder(tenant, db, orderId, ['delivering'], { state: 'credited' });
    return sent ? 'delivering' : 'credited';
  }

  return {
    async getPrepaidPage({ caller, language }, { body }) {
      if (!caller.tenant.projectIds.includes(body.ProjectId)) throw new Refusal(commonErrors.notFound);
      const rows = (await accountsOf(caller.tenant, db, body.ProjectId, body.Text)).map((row) =>
        presentAccount(row, caller, language),
      );
      const by = {
        consumer: () => 0,
        balance: ({ BalanceFen }: PrepaidRow) => BalanceFen,
        days: ({ DaysLeft }: PrepaidRow) => DaysLeft ?? Number.MAX_SAFE_INTEGER,
      }[body.SortType];
      const ordered = rows.map((row, i) => ({ row, i })).sort((a, b) => by(a.row) - by(b.row) || a.i - b.i);
      if (!body.IsAsc) ordered.reverse();
      const first = (body.PageIndex - 1) * body.PageSize;
      return { Data: ordered.slice(first, first + body.PageSize).map(({ row }) => row), TotalCount: rows.length };
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
        const values: AccountValues = {
          consumer: body.Consumer,
          phone: body.Phone,
          load_class: body.LoadClass,
          low_days: body.LowDays,
          overdraft_fen: fenOf(body.Overdraft),
          hoard_limit_fen: fenOf(body.HoardLimit),
          switch_point_id: body.SwitchPointId ?? null,
        };
        const id = await insertAccount(tenant, transaction, {
          ...values,
          project_id: meter.project_id,
          meter_id: meter.id,
          mode: body.Mode,
          amount_point_id: isMeterHeld ? amount : null,
          count_point_id: isMeterHeld ? count : null,
          charge_from: body.ChargeFrom ?? now.toISOString().slice(0, 10),
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
        tell(write, tenant.companyId);
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
        tell(write, tenant.companyId);
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
        tell(write, tenant.companyId);
        return { RefundFen: Math.max(0, posted_fen) };
      });
    },

    async rechargeMeter(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const credited = await inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        await lockOrders(tenant, transaction);
        const account = needOpen(await needAccount(caller, transaction, body.AccountId, 'lock'));
        const present = await findOrderOf(tenant, transaction, { orderNumber: body.OrderNumber });
        if (present) {
          // Sent once more: the same answer, and nothing twice.
          if (present.account_id !== account.id || present.amount_fen !== body.Amount)
            throw new Refusal(prepaidErrors.otherOrder);
          write.unchanged();
          return { id: present.id, isNew: false };
        }
        if (body.ExternalId !== '' && (await findOrderOf(tenant, transaction, { externalId: body.ExternalId })))
          throw new Refusal(prepaidErrors.paidTwice);
        if (balanceOf(account).fen + body.Amount > account.hoard_limit_fen)
          throw new Refusal(prepaidErrors.tooMuch, { limit: yuanOf(account.hoard_limit_fen) });
        const at = new Date(clock.now());
        const entryId = await book(tenant, transaction, {
          accountId: account.id,
          kind: 'recharge',
          amountFen: body.Amount,
          against: 'cash',
          at,
          note: body.OrderNumber,
          byUser: tenant.userId,
        });
        const id = await insertOrder(tenant, transaction, {
          account_id: account.id,
          order_number: body.OrderNumber,
          amount_fen: body.Amount,
          channel: body.Channel,
          external_id: body.ExternalId === '' ? null : body.ExternalId,
          entry_id: entryId,
          created_at: at,
        });
        write.log({
          companyId: tenant.companyId,
          projectId: account.project_id,
          subject: { kind: 'recharge', id, name: `${account.consumer} ${body.OrderNumber}` },
          after: { amountYuan: yuanOf(body.Amount), rechargeOrderNumber: body.OrderNumber },
        });
        tell(write, tenant.companyId);
        return { id, isNew: true };
      });
      const account = await needAccount(caller, db, body.AccountId);
      const order = (await findOrder(tenant, db, credited.id))!;
      return { OrderId: credited.id, State: order.state, BalanceFen: balanceOf(account).fen };
    },

    async deliverRecharge(context, { body }) {
      const State = await deliver(context, body.OrderId);
      events.emit('listsChanged', { companyId: context.caller.tenant.companyId, kinds: ['energy'] });
      return { State };
    },

    async settleRecharge(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const order = await findOrder(tenant, write.transaction, body.OrderId, 'lock');
        if (!order) throw new Refusal(commonErrors.notFound);
        if (order.state !== 'disputed') throw new Refusal(prepaidErrors.notDeliverable);
        const state = body.IsInMeter ? 'delivered' : 'credited';
        await moveOrder(tenant, write.transaction, order.id, ['disputed'], { state });
        write.log({
          companyId: tenant.companyId,
          projectId: order.project_id,
          subject: { kind: 'recharge', id: order.id, name: `${order.consumer} ${order.order_number}` },
          before: { rechargeState: 'disputed' },
          after: { rechargeState: state, reason: body.Reason },
        });
        tell(write, tenant.companyId);
        return null;
      });
    },

    async reverseRecharge(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const order = await findOrder(tenant, transaction, body.OrderId, 'lock');
        if (!order) throw new Refusal(commonErrors.notFound);
        const account = needOpen(await needAccount(caller, transaction, order.account_id, 'lock'));
        if (!rechargeNext[order.state].includes('reversed')) throw new Refusal(prepaidErrors.notReversible);
        if (order.state === 'delivered' && balanceOf(account).fen < order.amount_fen)
          throw new Refusal(prepaidErrors.spent);
        await book(tenant, transaction, {
          accountId: account.id,
          kind: 'reversal',
          amountFen: -order.amount_fen,
          against: 'cash',
          at: new Date(clock.now()),
          reversesId: order.entry_id,
          note: body.Reason,
          byUser: tenant.userId,
        });
        await moveOrder(tenant, transaction, order.id, [order.state], { state: 'reversed' });
        write.log({
          companyId: tenant.companyId,
          projectId: account.project_id,
          subject: { kind: 'recharge', id: order.id, name: `${account.consumer} ${order.order_number}` },
          before: { rechargeState: order.state },
          after: { rechargeState: 'reversed', amountYuan: yuanOf(order.amount_fen), reason: body.Reason },
        });
        tell(write, tenant.companyId);
        return null;
      });
    },

    async getRechargePage({ caller }, { body }) {
      if (!caller.tenant.projectIds.includes(body.ProjectId)) throw new Refusal(commonErrors.notFound);
      const { rows, total } = await pageOrders(
        caller.tenant,
        db,
        { projectId: body.ProjectId, accountId: body.AccountId },
        body.IsAsc,
        { offset: (body.PageIndex - 1) * body.PageSize, limit: body.PageSize },
      );
      return { Data: rows.map(presentOrder), TotalCount: total };
    },

    async getLedgerPage({ caller }, { body }) {
      const account = await needAccount(caller, db, body.AccountId);
      const { rows, total } = await pageEntries(caller.tenant, db, account.id, {
        offset: (body.PageIndex - 1) * body.PageSize,
        limit: body.PageSize,
      });
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
        tell(write, tenant.companyId);
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
