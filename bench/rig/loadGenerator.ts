/**
 * The gateways of a measurement, in a process of their own: forked by `startLoad`, takes orders over IPC. Every gateway
 * has the same keys, so a few dozen encoded messages serve all of them; each copy gets its own time and packet id.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { GatewayConnection, type GatewayLogin } from './GatewayConnection.ts';
import { TelemetryFrame } from './TelemetryFrame.ts';

export interface LoadSetup {
  type: 'connect';
  port: number;
  gateways: readonly GatewayLogin[];
  valuesPerMessage: number;
  /** Key of a point that leaves its limits for one message in 500; null: none does. */
  excursionKey: string | null;
  /** The address of this machine that they come from. */
  from?: string;
  keepAliveSeconds?: number;
}

export type LoadOrder =
  | LoadSetup
  /** Offers this much independently of the answers: latency counts from the moment a message was due. */
  | { type: 'offer'; messagesPerSecond: number; seconds: number }
  /** Keeps this many messages unanswered all the time; `inTurn` of as many gateways at a time, or else at least one of each. */
  | { type: 'saturate'; messagesInFlight: number; seconds: number; inTurn?: boolean };

/** What an order came to, all of its messages acknowledged. */
export interface LoadResult {
  messages: number;
  values: number;
  /** From the first message to the last acknowledgement. */
  elapsedMs: number;
  /** From due (offer) or sent (saturate) to acknowledged, every message's. */
  latenciesMs: number[];
  cpuMs: number;
}

interface Gateway {
  connection: GatewayConnection;
  lastMeasuredAt: number;
  /** When the unanswered message with this packet id was due. */
  readonly dueAt: Map<number, number>;
}

const variants = 64;
/** About one in 500; a prime, so that the gateways take turns at it. */
const excursionEvery = 499;
const normalValue = -18;
const excursionValue = -5;

const gateways: Gateway[] = [];
let frames: TelemetryFrame[] = [];
let excursion: TelemetryFrame | null = null;
let made = 0;
let onAcknowledged: (gateway: Gateway, latencyMs: number) => void = () => {};

const orders: {
  [Type in LoadOrder['type']]: (order: Extract<LoadOrder, { type: Type }>) => Promise<LoadResult | null>;
} = {
  async connect({ port, gateways: logins, valuesPerMessage, excursionKey, from, keepAliveSeconds = 60 }) {
    const valuesOf = (variant: number) =>
      Object.fromEntries(
        Array.from({ length: valuesPerMessage }, (_, i) => [
          `p${i}`,
          // Tenths of a degree that wander a little from message to message.
          Math.round(10 * (normalValue + Math.sin(i + variant / 5))) / 10,
        ]),
      );
    frames = Array.from({ length: variants }, (_, variant) => new TelemetryFrame(valuesOf(variant)));
    if (excursionKey !== null) excursion = new TelemetryFrame({ ...valuesOf(0), [excursionKey]: excursionValue });
    for (let start = 0; start < logins.length; start += 50) {
      const opened = logins.slice(start, start + 50).map(async (login) => {
        const dueAt = new Map<number, number>();
        const acknowledged = (packetId: number) => {
          const latencyMs = performance.now() - dueAt.get(packetId)!;
          dueAt.delete(packetId);
          onAcknowledged(gateway, latencyMs);
        };
        const connection = await GatewayConnection.open(port, login, acknowledged, { from, keepAliveSeconds });
        const gateway: Gateway = { connection, dueAt, lastMeasuredAt: 0 };
        connection.closed.then(() => process.exit(3));
        return gateway;
      });
      gateways.push(...(await Promise.all(opened)));
    }
    return null;
  },

  async offer({ messagesPerSecond, seconds }) {
    const total = Math.round(messagesPerSecond * seconds);
    return measure(total, async (startedAt) => {
      for (let sent = 0; sent < total; ) {
        const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * messagesPerSecond) + 1);
        for (; sent < due; sent++) {
          publish(gateways[sent % gateways.length]!, startedAt + (sent / messagesPerSecond) * 1000);
        }
        await pause(1);
      }
    });
  },

  async saturate({ messagesInFlight, seconds, inTurn = false }) {
    const perGateway = Math.max(1, Math.round(messagesInFlight / gateways.length));
    let turn = 0;
    const nextInTurn = () => gateways[turn++ % gateways.length]!;
    return measure(null, async (startedAt, onAnswer) => {
      const until = startedAt + seconds * 1000;
      onAnswer((gateway) => {
        const now = performance.now();
        if (now < until) publish(inTurn ? nextInTurn() : gateway, now);
      });
      if (inTurn) for (let i = 0; i < messagesInFlight; i++) publish(nextInTurn(), performance.now());
      else for (const gateway of gateways) for (let i = 0; i < perGateway; i++) publish(gateway, performance.now());
      await pause(seconds * 1000);
    });
  },
};

/** Runs `send` and waits until everything it sent is acknowledged. */
async function measure(
  expected: number | null,
  send: (startedAt: number, onAnswer: (then: (gateway: Gateway) => void) => void) => Promise<void>,
): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const cpu = process.cpuUsage();
  const madeBefore = made;
  const startedAt = performance.now();
  let lastAnswerAt = startedAt;
  let sending = true;
  let then: (gateway: Gateway) => void = () => {};
  const done = Promise.withResolvers<void>();
  onAcknowledged = (gateway, latencyMs) => {
    latenciesMs.push(latencyMs);
    then(gateway);
    if (sending || latenciesMs.length < made - madeBefore) return;
    lastAnswerAt = performance.now();
    done.resolve();
  };
  await send(startedAt, (callback) => {
    then = callback;
  });
  sending = false;
  if (latenciesMs.length === made - madeBefore) lastAnswerAt = performance.now();
  else await done.promise;
  const messages = made - madeBefore;
  if (expected !== null && messages !== expected) throw new Error('The generator lost count');
  const { user, system } = process.cpuUsage(cpu);
  return {
    messages,
    values: messages * frames[0]!.length,
    elapsedMs: lastAnswerAt - startedAt,
    latenciesMs,
    cpuMs: (user + system) / 1000,
  };
}

function publish(gateway: Gateway, dueAt: number): void {
  made++;
  const frame = (made % excursionEvery === 0 ? excursion : null) ?? frames[made % variants]!;
  // A gateway never measures twice at the same time.
  gateway.lastMeasuredAt = Math.max(gateway.lastMeasuredAt + 1, Date.now());
  const packetId = gateway.connection.nextPacketId();
  gateway.dueAt.set(packetId, dueAt);
  gateway.connection.send(frame.copy(packetId, gateway.lastMeasuredAt));
}

process.on('message', (order: LoadOrder) => {
  const run = orders[order.type] as (order: LoadOrder) => Promise<LoadResult | null>;
  run(order).then(
    (result) => process.send!({ result }),
    (error) => process.send!({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
