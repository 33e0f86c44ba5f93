import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  defineModbusPoint,
  encodeWrite,
  isWritable,
  type ModbusPoint,
  type OutgoingMessage,
  type ProtocolClock,
  ProtocolError,
  roundTo,
  writableRange,
  writePoint,
} from '@watchpost/protocols';
import type { EventBus } from '../events.ts';
import type { GatewayCatalogue, GatewayFacts, GatewayLinks } from '../gateways/index.ts';
import type { PointCatalogue, PointFacts } from '../points/index.ts';
import type { CommandAnswer, CommandAnswers } from './commandAnswers.ts';
import { commandMessage } from './commandMessage.ts';
import type { DeviceClocks } from './DeviceClocks.ts';
import type { Intake } from './intake.ts';
import type { OpenLines } from './openLines.ts';

/** What became of one command. Nothing was sent when it is `notConnected`, `notSupported` or `notSent`. */
export interface CommandOutcome {
  outcome:
    | 'succeeded'
    | 'acknowledged'
    | 'refusedByDevice'
    | 'readsBackDifferently'
    | 'noResponse'
    | 'notConnected'
    | 'notSupported'
    /** What had to hold for it did not hold any more when its turn came. */
    | 'notSent'
    /** We stopped while it was under way. */
    | 'unknown';
  /** With `refusedByDevice` over Modbus. */
  exceptionCode: number | null;
  /** What the point reads now, also where the write itself was not answered; null: nothing was read back. */
  readBackValue: number | null;
  /** What an MQTT gateway said besides; null: nothing. */
  said: string | null;
}

export interface CommandsDeps {
  gateways: GatewayCatalogue;
  points: PointCatalogue;
  links: GatewayLinks;
  clocks: Pick<DeviceClocks, 'behindMs' | 'storedForMs'>;
  lines: OpenLines;
  intake: Intake;
  events: EventBus;
  protocolClock: ProtocolClock;
  answers: CommandAnswers;
  /** Gives a virtual point its value; resolves when it is durable. */
  setVirtual(pointId: number, value: number): Promise<void>;
  /** Hands a message to the gateway's own connection. False: it has none. */
  sendTo(gatewayId: number, topic: string, payload: string | Uint8Array): boolean;
  /** What the gateway's connection has subscribed to. */
  listensOn(gatewayId: number): readonly string[];
  /** The message of a gateway that is written by its mapping profile or by Sparkplug; `requestId` null: it is not answered. */
  dialectCommand(
    gatewayId: number,
    names: { id: string; device: string | null; key: string; value: number },
  ): (OutgoingMessage & { requestId: string | null }) | null;
}

/** How long an MQTT gateway has to answer: it writes over a slow bus first, behind a mobile network. */
const answerWithinMs = 10_000;
/** How long the new value may take to be published after that. */
const readBackWithinMs = 10_000;

const outcomeOf = (outcome: CommandOutcome['outcome'], more: Partial<CommandOutcome> = {}): CommandOutcome => ({
  outcome,
  exceptionCode: null,
  readBackValue: null,
  said: null,
  ...more,
});

/** The point as it is written over Modbus; null: it is none, or breaks a rule of spec §5.1. */
export function modbusPointOf(point: PointFacts, gateway: GatewayFacts): ModbusPoint | null {
  const slave = gateway.slaves.find(({ id }) => id === point.slave_id);
  if (!slave || !point.modbus) return null;
  return defineModbusPoint({
    ...point.modbus,
    slaveId: slave.address,
    decimals: point.decimals,
    samplingIntervalSeconds: point.sampling_interval_seconds,
    range: { low: point.range_low, high: point.range_high },
  }).point;
}

/** What says where and how a value is written. */
const wayOf = (point: PointFacts, gateway: GatewayFacts): object => ({
  gatewayId: gateway.id,
  protocol: gateway.protocol,
  payloadFormat: gateway.payload_format,
  slave: gateway.slaves.find(({ id }) => id === point.slave_id)?.address,
  modbus: point.modbus,
  decimals: point.decimals,
  range: [point.range_low, point.range_high],
  key: [point.mqtt_device, point.mqtt_key],
});

/**
 * Writes values to points over the protocol of their gateway. A gateway gets one write at a time, and each is read back before
 * the next begins. A write without an answer is read back, never sent again.
 */
export class Commands {
  readonly #deps: CommandsDeps;
  /** The last write of each gateway; it never rejects. */
  readonly #last = new Map<number, Promise<unknown>>();
  #requestNumber = 0;
  #isStopped = false;
  #end: () => void = () => {};
  readonly #ended: Promise<void>;

  constructor(deps: CommandsDeps) {
    this.#deps = deps;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Whether something could be sent to this gateway now. A point without a gateway (0) has none that could be away. */
  isConnected(gatewayId: number): boolean {
    if (gatewayId === 0) return true;
    const { gateways, lines, links } = this.#deps;
    const gateway = gateways.get(gatewayId);
    if (!gateway) return false;
    return gateway.protocol === 'MQTT'
      ? links.statusOf('gateway', gatewayId)?.up === true
      : lines.get(gatewayId) !== undefined;
  }

  /** Whether its gateway's protocol can write it at all. */
  canWrite(pointId: number): boolean {
    const point = this.#deps.points.get(pointId);
    if (point?.kind === 'virtual') return true;
    const gateway = point && this.#deps.gateways.get(point.gateway_id);
    if (!gateway) return false;
    if (gateway.protocol === 'MQTT') return point.mqtt_key !== null;
    const modbus = modbusPointOf(point, gateway);
    return modbus !== null && isWritable(modbus);
  }

  /** What the device would hold after this write, as exactly or as it is shown, which is nearer; null: its data format cannot hold it. */
  heldValue(pointId: number, value: number): number | null {
    const modbus = this.#modbusPoint(pointId);
    if (!modbus) return value;
    try {
      const held = encodeWrite({ ...modbus, range: null }, value).value;
      const shown = roundTo(held, modbus.decimals);
      return Math.abs(shown - value) < Math.abs(held - value) ? shown : held;
    } catch {
      return null;
    }
  }

  /** What can be written to it, by its data format and engineering range; null: there is no bound. */
  rangeOf(pointId: number): { low: number | null; high: number | null } {
    const modbus = this.#modbusPoint(pointId);
    const point = this.#deps.points.get(pointId);
    if (!modbus || !isWritable(modbus)) return { low: point?.range_low ?? null, high: point?.range_high ?? null };
    const { low, high } = writableRange(modbus);
    const places = modbus.decimals;
    // A float's own ends are no bounds that mean anything to a person.
    const isBound = (end: number) => Math.abs(end) < 1e15;
    return { low: isBound(low) ? roundTo(low, places) : null, high: isBound(high) ? roundTo(high, places) : null };
  }

  /** What is under way ends at once, as unknown; nothing more is sent. */
  stop(): void {
    this.#isStopped = true;
    this.#end();
  }

  #modbusPoint(pointId: number): ModbusPoint | null {
    const point = this.#deps.points.get(pointId);
    const gateway = point && this.#deps.gateways.get(point.gateway_id);
    return gateway && gateway.protocol !== 'MQTT' ? modbusPointOf(point, gateway) : null;
  }

  /**
   * Writes once and tells what became of it. Rejects only when something of ours fails.
   *
   * @param onSent called when it goes onto the wire: from here on the device may have the value
   * @param mayGo asked at the last moment before that, after all waiting; false: it is `notSent`
   * @param atTurn asked before `mayGo`, once the writes before it are done and only the line may still be busy; for what takes a
   *   moment to find out. False: it is `notSent`
   */
  write(
    pointId: number,
    value: number,
    onSent: () => void,
    mayGo: () => boolean = () => true,
    atTurn?: () => Promise<boolean>,
  ): Promise<CommandOutcome> {
    const { point, gateway } = this.#lookUp(pointId);
    if (point?.kind === 'virtual') return this.#keep(pointId, value, onSent, mayGo, atTurn);
    if (!point || !gateway) return Promise.resolve(outcomeOf('notSupported'));
    const before = this.#last.get(gateway.id) ?? Promise.resolve();
    let isSent = false;
    const markSent = (): void => {
      isSent = true;
      onSent();
    };
    const ended = this.#ended.then(() => outcomeOf(isSent ? 'unknown' : 'notConnected'));
    const result = before.then(async () => {
      if (atTurn && !this.#isStopped && !(await atTurn())) return outcomeOf('notSent');
      if (this.#isStopped) return outcomeOf('notConnected');
      const now = this.#lookUp(pointId);
      // It was checked as it was set up then: written another way it could be another value, or another register.
      if (!now.point || !now.gateway || !isDeepStrictEqual(wayOf(now.point, now.gateway), wayOf(point, gateway)))
        return outcomeOf('notSupported');
      const way = now.gateway.protocol === 'MQTT' ? this.#publish : this.#overLine;
      return Promise.race([ended, way.call(this, now.gateway, now.point, value, markSent, mayGo)]);
    });
    const settled = result.catch(() => {});
    this.#last.set(gateway.id, settled);
    void settled.then(() => {
      if (this.#last.get(gateway.id) === settled) this.#last.delete(gateway.id);
    });
    return result;
  }

  #lookUp(pointId: number): { point: PointFacts | undefined; gateway: GatewayFacts | undefined } {
    const point = this.#deps.points.get(pointId);
    return { point, gateway: point && this.#deps.gateways.get(point.gateway_id) };
  }

  /** A virtual point has the value as soon as it is durable. */
  async #keep(
    pointId: number,
    value: number,
    onSent: () => void,
    mayGo: () => boolean,
    atTurn?: () => Promise<boolean>,
  ): Promise<CommandOutcome> {
    if (atTurn && !this.#isStopped && !(await atTurn())) return outcomeOf('notSent');
    if (this.#isStopped) return outcomeOf('notConnected');
    if (!mayGo()) return outcomeOf('notSent');
    onSent();
    const kept = this.#deps.setVirtual(pointId, value).then(() => outcomeOf('succeeded', { readBackValue: value }));
    return Promise.race([this.#ended.then(() => outcomeOf('unknown')), kept]);
  }

  async #overLine(
    gateway: GatewayFacts,
    point: PointFacts,
    value: number,
    onSent: () => void,
    mayGo: () => boolean,
  ): Promise<CommandOutcome> {
    const { lines, intake, protocolClock } = this.#deps;
    const modbus = modbusPointOf(point, gateway);
    if (!modbus || !isWritable(modbus)) return outcomeOf('notSupported');
    const line = lines.get(gateway.id);
    if (!line) return outcomeOf('notConnected');
    try {
      const { outcome, exceptionCode, readBackValue, reading } = await writePoint(line, modbus, value, {
        clock: protocolClock,
        onSent,
        mayGo,
        onDoubt: (doubted) => intake.takePolled(gateway.id, [{ pointId: point.id, raw: doubted }]),
      });
      // What was read back is a reading like any other: shown at once, kept, judged.
      if (reading) intake.takePolled(gateway.id, [{ pointId: point.id, raw: reading }]);
      // Once refused it would be asked for in an hour only; now it is known that the device has it.
      if (readBackValue !== null) lines.look(gateway.id)?.poller().askRefused(modbus.slaveId, point.id);
      return outcomeOf(outcome, { exceptionCode, readBackValue });
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (error.code === 'withdrawn') return outcomeOf('notSent');
      return outcomeOf(error.code === 'lineClosed' ? 'notConnected' : 'notSupported');
    }
  }

  async #publish(
    gateway: GatewayFacts,
    point: PointFacts,
    value: number,
    onSent: () => void,
    mayGo: () => boolean,
  ): Promise<CommandOutcome> {
    const { answers, sendTo, listensOn, dialectCommand, protocolClock } = this.#deps;
    if (!this.isConnected(gateway.id)) return outcomeOf('notConnected');
    if (!mayGo()) return outcomeOf('notSent');
    const request = { number: this.#nextNumber(), uuid: randomUUID() };
    const names = { id: String(request.number), device: point.mqtt_device || null, key: point.mqtt_key ?? '', value };
    const message =
      commandMessage(gateway, point, value, request, listensOn(gateway.id)) ?? dialectCommand(gateway.id, names);
    if (!message) return outcomeOf('notSupported');
    const sentAt = protocolClock.now();
    // Both are listened for before anything is sent: a gateway beside us answers at once.
    const seen = this.#watch(point, value, sentAt);
    const { requestId } = message;
    const answered = requestId === null ? null : answers.next(gateway.id, requestId, answerWithinMs);
    try {
      if (!sendTo(gateway.id, message.topic, message.payload)) {
        if (requestId !== null) answers.notSent(gateway.id, requestId);
        return outcomeOf('notConnected');
      }
      onSent();
      const answer = await answered;
      if (answer?.accepted === false) return outcomeOf('refusedByDevice', { said: wordsOf(answer) });
      // Where an answer may come that cannot be told from an earlier command's, what is read decides alone.
      const isUntold = requestId !== null && answered === null;
      const reads = await seen.until(readBackWithinMs + (isUntold ? answerWithinMs : 0));
      if (reads?.matches) return outcomeOf('succeeded', { readBackValue: reads.value });
      // A gateway that did not answer may not have received the command, even if it goes on publishing.
      const isSilent = answered !== null && !answer;
      if (reads && !isSilent) return outcomeOf('readsBackDifferently', { readBackValue: reads.value });
      return outcomeOf(answer && !reads ? 'acknowledged' : 'noResponse', { readBackValue: reads?.value ?? null });
    } finally {
      seen.stop();
    }
  }

  /** An id that a gateway has not just answered: it may have answered the last ones late, also across a restart of ours. */
  #nextNumber(): number {
    if (this.#requestNumber === 0)
      this.#requestNumber = Math.floor(this.#deps.protocolClock.now() / 1000) % 1_000_000_000;
    return ++this.#requestNumber;
  }

  /**
   * Watches what a gateway publishes of a point after it was told to write it. Only what was measured after that says anything:
   * a gateway that plays back what it stored sends the same value of an hour ago, too. Its times are taken by its own clock.
   */
  #watch(point: PointFacts, value: number, sentAt: number) {
    const { events, clocks, protocolClock } = this.#deps;
    const owner = {};
    const half = 0.5 * 10 ** -point.decimals;
    const clock = [point.gateway_id, point.mqtt_device || null] as const;
    const behind = () => clocks.behindMs(...clock);
    // What a store that is played back meanwhile makes of the clock must not count.
    const behindThen = behind();
    let last: { value: number; matches: boolean } | null = null;
    let matched: () => void = () => {};
    events.on(owner, 'readingsCommitted', ({ columns }) => {
      for (let row = 0; row < columns.length; row++) {
        if (columns.pointIds[row] !== point.id) continue;
        const reads = columns.values[row]!;
        const measuredAt = columns.measuredAt[row]!;
        const latest = endOfTick(measuredAt) + Math.min(behindThen, behind()) - clocks.storedForMs(...clock);
        if (Number.isNaN(reads) || latest < sentAt) continue;
        const matches = Math.abs(reads - value) <= half;
        last = { value: reads, matches };
        if (matches) matched();
      }
    });
    return {
      /** The new value as soon as it is seen, else what was seen last within that time; null: nothing. */
      until: (ms: number) =>
        new Promise<{ value: number; matches: boolean } | null>((resolve) => {
          if (last?.matches) {
            resolve(last);
            return;
          }
          const cancel = protocolClock.setTimer(() => resolve(last), ms);
          matched = () => {
            cancel();
            resolve(last);
          };
        }),
      stop: () => events.removeOwner(owner),
    };
  }
}

/** The last moment that a time may stand for: many gateways say whole seconds. */
const endOfTick = (at: number): number => (at % 1000 === 0 ? at + 999 : at);

/** What a gateway says beside its no: `{"success":false,"error":"setpoint is out of range"}`. */
function wordsOf({ result }: CommandAnswer): string | null {
  const error = typeof result === 'object' && result !== null && 'error' in result ? result.error : result;
  if (typeof error === 'string') return error.slice(0, 200);
  return typeof error === 'number' ? `error ${error}` : null;
}
