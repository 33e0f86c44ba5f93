import { isSerialLine, type workbenchCalls, workbenchErrors } from '@watchpost/contract';
import {
  defineModbusPoint,
  explainFrames,
  type ReadFunctionCode,
  readHex,
  readPoint,
  type SerialSettings,
  suggestFormats,
} from '@watchpost/protocols';
import type { Caller } from '../access/index.ts';
import {
  type GatewayCatalogue,
  gatewayTenantOf,
  needGateway,
  needGatewayToSetUp,
  needModbus,
  slavesOf,
} from '../gateways/index.ts';
import type { Handlers } from '../handlers.ts';
import type { FrameLog, OpenLines } from '../ingest/index.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { findPoints, type PointCatalogue } from '../points/index.ts';
import {
  hundredths,
  presentCounts,
  presentExchange,
  presentFrame,
  presentPlanned,
  presentRead,
  presentRegisters,
} from './present.ts';
import { RegisterReads } from './RegisterReads.ts';
import { readPlan } from './readPlan.ts';

export interface WorkbenchDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly lines: OpenLines;
  readonly frameLog: FrameLog;
  readonly gateways: GatewayCatalogue;
  readonly points: PointCatalogue;
}

/** Names of a read's points; more would not fit beside it. */
const shownNames = 4;

export function workbenchHandlers(deps: WorkbenchDeps): Handlers<typeof workbenchCalls> {
  const { db, clock, lines, frameLog, gateways, points } = deps;
  const reads = new RegisterReads(lines, clock);

  /** A Modbus gateway whose whole line the caller may look at: what goes over it is of every device on it. */
  async function needLine(caller: Caller, gatewayId: number) {
    const tenant = gatewayTenantOf(caller);
    const gateway = await needGateway(tenant, db, gatewayId);
    if (tenant.listedProjectIds.includes(gateway.project_id)) throw new Refusal(workbenchErrors.wholeProjectNeeded);
    needModbus(gateway);
    return { tenant, gateway };
  }

  return {
    async explainFrames(_context, { body }) {
      const { lines: pasted, unread } = readHex(body.Text);
      const frames = explainFrames(
        pasted.map(({ bytes }) => bytes),
        body.Framing === 'auto' ? null : body.Framing,
      );
      const lineNumbers = pasted.map(({ line }) => line);
      return {
        FrameList: frames.map((frame) => presentFrame(frame, lineNumbers)),
        UnreadList: unread.map(({ line, text }) => ({ Line: line, Text: text })),
      };
    },

    async interpretRegisters(_context, { body }) {
      return presentRegisters(body.StartAddress, body.ReadList.at(-1)!, suggestFormats(body.ReadList));
    },

    async tryPoints(_context, { body }) {
      const answer = { exceptionCode: null, registers: body.Registers, bits: body.Bits };
      return body.PointList.map((tried) => {
        const { X1, X2, Y1, Y2, RangeLow, RangeHigh } = tried;
        const hasScaling = X1 != null && X2 != null && Y1 != null && Y2 != null;
        const { point } = defineModbusPoint({
          // Neither says anything about the value.
          slaveId: 1,
          samplingIntervalSeconds: 60,
          functionCode: tried.FunctionCode,
          address: tried.RegisterAddress,
          format: tried.DataFormat,
          byteOrder: tried.ByteOrder,
          bit: tried.DataFormat === 'bits16' ? (tried.AddressBit ?? 1) : null,
          scaling: hasScaling ? { rawLow: X1, rawHigh: X2, engLow: Y1, engHigh: Y2 } : null,
          decimals: tried.Decimals,
          errorValues: tried.RawErrorValueList ?? [],
          statusRegister:
            tried.StatusRegister == null
              ? null
              : { address: tried.StatusRegister, faultValues: tried.StatusFaultValueList ?? [] },
          range: { low: RangeLow ?? null, high: RangeHigh ?? null },
        });
        if (!point) return { Value: null, Quality: 'bad' as const, Reason: 'badFormat' };
        const { value, quality, reason } = readPoint(point, body.StartAddress, answer);
        return { Value: value, Quality: quality, Reason: reason };
      });
    },

    async readRegisters(context, { body }) {
      const { gateway } = await needGatewayToSetUp(context.caller, db, body.DeviceId);
      needModbus(gateway);
      const turn = reads.take(gateway.id, gateway.name);
      const asked = {
        slaveAddress: body.SlaveAddress,
        functionCode: body.FunctionCode as ReadFunctionCode,
        address: body.StartAddress,
        quantity: body.Quantity,
      };
      try {
        await inOneWrite(deps, context, async ({ log }) => {
          log({
            companyId: gateway.company_id,
            projectId: gateway.project_id,
            subject: { kind: 'gateway', id: gateway.id, name: gateway.name },
            after: { ...asked, ...(body.Times > 1 ? { times: body.Times } : {}) },
          });
        });
      } catch (error) {
        turn.giveBack();
        throw error;
      }
      return { ReadList: (await turn.read(asked, body.Times)).map(presentRead) };
    },

    async getReadPlan({ caller, language }, { query }) {
      const { tenant, gateway } = await needLine(caller, query.deviceId);
      const slaves = new Map((await slavesOf(tenant, db, gateway.id)).map((slave) => [slave.address, slave]));
      const settingsOf = (address: number): SerialSettings | undefined => {
        const slave = slaves.get(address);
        return (
          slave && {
            baudRate: slave.baud_rate,
            dataBits: slave.data_bits,
            parity: slave.parity as SerialSettings['parity'],
            stopBits: slave.stop_bits,
          }
        );
      };
      const open = lines.look(gateway.id);
      // Just made: the running server has not read of it yet.
      const facts = gateways.get(gateway.id);
      const plan = facts ? readPlan(facts, points, open, settingsOf) : null;
      const named = new Map(
        (plan?.reads ?? []).map((read) => [read, read.block.points.slice(0, shownNames).map(({ key }) => Number(key))]),
      );
      const found = await findPoints(caller.tenant, db, [...named.values()].flat());
      const names = new Map(found.map((point) => [point.id, inLanguage(point.name, point.name_en, language)]));
      return {
        DeviceName: inLanguage(gateway.name, gateway.name_en, language),
        IsConnected: open !== undefined,
        IsSerial: plan?.isSerial ?? isSerialLine(gateway.protocol),
        PauseMs: plan?.pauseMs ?? 0,
        ReadList: (plan?.reads ?? []).flatMap((read) => {
          const slave = slaves.get(read.block.slaveId);
          const pointNames = named.get(read)!.flatMap((id) => names.get(id) ?? []);
          return slave ? [presentPlanned(read, slave, pointNames)] : [];
        }),
        DutyPercent: hundredths((plan?.dutyRatio ?? 0) * 100),
        MeasuredDutyPercent: plan?.status ? hundredths(plan.status.dutyRatio * 100) : null,
        MissedCycles: plan?.status?.missedCycles ?? null,
        LostSlaveIds: (plan?.status?.slaves ?? []).flatMap(({ slaveId, lost }) => {
          const slave = slaves.get(slaveId);
          return lost && slave ? [slave.id] : [];
        }),
      };
    },

    async getFrameLog({ caller }, { query }) {
      const { gateway } = await needLine(caller, query.deviceId);
      const { exchanges, until, last } = frameLog.look(gateway.id, query.after);
      const line = lines.get(gateway.id);
      return {
        IsConnected: line !== undefined,
        FrameList: exchanges.map((exchange) => presentExchange(exchange, !isSerialLine(gateway.protocol))),
        Last: last,
        WatchedUntilEPOCH: until,
        Counts: line ? presentCounts(line.counters) : null,
      };
    },
  };
}
