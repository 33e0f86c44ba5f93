import type { ProtocolClock } from '../clock.ts';
import { ProtocolError } from '../ProtocolError.ts';
import type { QualityReason, ReadingQuality } from '../reading.ts';
import { busyRetryDelaysMs, exceptionMeaning, faultAfter } from './exceptions.ts';
import type { ModbusLine } from './ModbusLine.ts';
import { readPoint } from './ModbusPoint.ts';
import { decodeAnswer, encodeRequest, type ModbusAnswer, type ModbusRequest } from './pdu.ts';
import {
  type PlanLimits,
  type PolledPoint,
  planReads,
  possibleQuantities,
  type ReadBlock,
  splitBlock,
} from './planReads.ts';

/** Neuron's default; slow enough for mobile networks, which take 0.3–1 s a transaction. */
export const defaultResponseTimeoutMs = 3000;
/** Cycles without any valid answer after which a slave is no longer polled but probed. */
const failedCyclesUntilLost = 2;
/** Waits before the probes of a lost slave, and before a gateway without a path to its line is asked again; the last repeats. */
const probeDelaysMs = [30_000, 60_000, 120_000, 300_000];
/** A refused address is a fact of the device or of its template: hourly is soon enough to see it corrected. */
const refusedRecheckMs = 3_600_000;

export interface PolledSlave {
  slaveId: number;
  points: readonly PolledPoint[];
  timeoutMs?: number;
  /** What the slave's template allows in one read. */
  limits?: PlanLimits;
}

export interface PollReading {
  key: string | number;
  /** Epoch ms when the answer was complete, or when it was given up. */
  measuredAt: number;
  /** Null: no number. Never zero in place of a missing one. */
  value: number | null;
  quality: ReadingQuality;
  /** Null when good. */
  reason: QualityReason | null;
  /** The exception the slave (or a gateway in its place: reason `timeout`) answered with. */
  exceptionCode: number | null;
}

export interface SlaveEvent {
  /** `slaveFound`: the first answer on this line; on the line before, the slave may have been lost. */
  type: 'slaveFound' | 'slaveLost' | 'slaveBack';
  slaveId: number;
  at: number;
}

/** A slave that answers, but says again and again that something is wrong with it: told once, and once more when it is over. */
export interface SlaveFault {
  type: 'began' | 'ended';
  slaveId: number;
  exceptionCode: number;
  at: number;
}

export interface LinePollerOptions {
  line: ModbusLine;
  slaves: readonly PolledSlave[];
  clock: ProtocolClock;
  /**
   * One call a block and cycle, and one more, with the same times, for a block that is taken back to uncertain: another frame
   * came that could have been its answer. Must not throw.
   */
  onReadings(readings: PollReading[]): void;
  onSlaveEvent?(event: SlaveEvent): void;
  onSlaveFault?(fault: SlaveFault): void;
}

export interface PollStatus {
  /** Share of time the line is busy with reads, from the last full cycles; above 1 the cycles cannot be kept. */
  dutyRatio: number;
  /** Cycles that came due while the one before was still running. */
  missedCycles: number;
  slaves: {
    slaveId: number;
    lost: boolean;
    /** Null: never since start. */
    answeredAt: number | null;
    /** Keys of points whose address the slave refuses. */
    refusedKeys: (string | number)[];
  }[];
}

/** Cast on an answer after it was taken. */
interface Doubt {
  isCast: boolean;
  takeBack: () => void;
}

/** What became of one request, after decoding. */
type Outcome =
  | { kind: 'answer'; answer: ModbusAnswer; uncertain: boolean; doubt: Doubt }
  | { kind: 'exception'; code: number; uncertain: boolean }
  | { kind: 'silent'; reason: 'timeout' | 'crcError'; code: number | null }
  | { kind: 'illegible' }
  | { kind: 'closed' };

/** All blocks of one slave and cycle. */
interface Round {
  slave: SlaveState;
  intervalMs: number;
  blocks: ReadBlock[];
  refused: { block: ReadBlock; recheckAt: number }[];
  /** Jobs of the running cycle that are not done, retries that wait included. 0: not running. */
  open: number;
  /** Counts the cycles: a retry that waited into another one is stale. */
  cycle: number;
  answered: boolean;
  asked: boolean;
  startedAt: number;
  /** When its next cycle is due, epoch ms. */
  dueAt: number;
  busyMs: number;
  lastBusyMs: number;
}

interface SlaveState {
  slaveId: number;
  timeoutMs: number;
  rounds: Round[];
  failedCycles: number;
  /** When the last failed cycle began: cycles of different lengths that begin together fail as one. */
  failedCycleAt: number;
  lost: boolean;
  failedProbes: number;
  cancelProbe: () => void;
  /** When its next probe is due while it is lost, epoch ms. */
  probeAt: number;
  /** Epoch ms, for people. */
  answeredAt: number | null;
  /** The same, monotonic; -Infinity: never. */
  aliveAt: number;
  /** Blocks that were refused with such an exception the last time, and how often in a row. */
  refusals: Map<ReadBlock, { code: number; count: number }>;
  /** Exceptions that were told of and are not over. */
  toldFaults: Set<number>;
}

interface Job {
  round: Round;
  block: ReadBlock;
  /** How often it was asked again for an exception. */
  retries: number;
  isProbe: boolean;
}

const inDoubt = { quality: 'uncertain', reason: 'lateAnswerPossible' } as const;

const delayAt = (delaysMs: readonly number[], index: number): number => delaysMs[Math.min(index, delaysMs.length - 1)]!;

/**
 * Polls the points of all slaves of one line, each in its cycle, and hands over readings with their quality.
 *
 * A slave that answers anything, an exception too, is alive. After two silent cycles it is lost: its points are bad once, and
 * one small read now and then looks for it, so that the others keep their pace. A read refused as a whole is split until
 * the refused address is alone. Writes need no word here: the poller has one read on the line at a time, so a write that is
 * given to the line goes next.
 *
 * Ends by itself when the line closes; it then says nothing about the points, whose gateway is gone.
 */
export class LinePoller {
  readonly #options: LinePollerOptions;
  readonly #slaves: SlaveState[];
  #jobs: Job[] = [];
  #running = false;
  #missedCycles = 0;
  /** Times in a row that a gateway had no path (0A) with no answer of any slave in between. */
  #pathFailures = 0;
  #pausedUntil = 0;
  #wake: () => void = () => {};
  /** Whose answer is being waited for. */
  #asking: SlaveState | null = null;
  readonly #timers = new Set<() => void>();

  constructor(options: LinePollerOptions) {
    this.#options = options;
    this.#slaves = options.slaves.map(({ slaveId, points, timeoutMs = defaultResponseTimeoutMs, limits }) => {
      const slave: SlaveState = {
        slaveId,
        timeoutMs,
        rounds: [],
        failedCycles: 0,
        failedCycleAt: 0,
        lost: false,
        failedProbes: 0,
        cancelProbe: () => {},
        probeAt: 0,
        answeredAt: null,
        aliveAt: Number.NEGATIVE_INFINITY,
        refusals: new Map(),
        toldFaults: new Set(),
      };
      const plan = planReads(points, { distinctLengths: !options.line.hasTransactionIds, ...limits });
      slave.rounds = [...new Set(plan.map((block) => block.samplingIntervalSeconds))].map((seconds) => ({
        slave,
        intervalMs: seconds * 1000,
        blocks: plan.filter((block) => block.samplingIntervalSeconds === seconds),
        refused: [],
        open: 0,
        cycle: 0,
        answered: false,
        asked: false,
        startedAt: 0,
        dueAt: 0,
        busyMs: 0,
        lastBusyMs: 0,
      }));
      return slave;
    });
  }

  /** Begins the first cycle of everything now. Call once. */
  start(): void {
    this.#running = true;
    for (const round of this.#rounds()) this.#onDue(round, this.#options.clock.monotonic());
    void this.#run();
  }

  /** No reading and no event comes after this. The line stays open. */
  stop(): void {
    this.#running = false;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#jobs = [];
    this.#wake();
  }

  /**
   * A slave answered somebody else on the line, or too late: it is not silent, and one that is lost is looked for now, instead of
   * in minutes.
   */
  heard(slaveId: number): void {
    const slave = this.#slaves.find((each) => each.slaveId === slaveId);
    if (!slave || !this.#running) return;
    slave.failedCycles = 0;
    slave.aliveAt = this.#options.clock.monotonic();
    if (slave !== this.#asking) this.#probe(slave);
  }

  /**
   * Reads everything of a slave now that is not being read already, also what it refused, or looks for one that is lost. Its cycles
   * go on as they were.
   */
  readNow(slaveId: number): void {
    const slave = this.#slaves.find((each) => each.slaveId === slaveId);
    if (!slave || !this.#running || slave.rounds.length === 0) return;
    if (slave.lost) this.#probe(slave);
    else {
      for (const round of slave.rounds) if (round.open === 0) this.#begin(round);
      this.askRefused(slaveId);
    }
  }

  /** Asks a slave now, instead of in an hour, for what it refused. @param key of the point that is meant; absent: for all of it */
  askRefused(slaveId: number, key?: string | number): void {
    const slave = this.#slaves.find((each) => each.slaveId === slaveId);
    if (!slave || !this.#running || slave.lost) return;
    for (const round of slave.rounds) {
      const isMeant = ({ points }: ReadBlock) => key === undefined || points.some((point) => point.key === key);
      const isWaiting = (block: ReadBlock) => this.#jobs.some((job) => job.block === block && !job.isProbe);
      const blocks = round.refused.map(({ block }) => block).filter((block) => isMeant(block) && !isWaiting(block));
      if (blocks.length > 0) this.#add(round, blocks, 'first');
    }
  }

  status(): PollStatus {
    return {
      dutyRatio: this.#rounds().reduce((sum, round) => sum + round.lastBusyMs / round.intervalMs, 0),
      missedCycles: this.#missedCycles,
      slaves: this.#slaves.map(({ slaveId, lost, answeredAt, rounds }) => ({
        slaveId,
        lost,
        answeredAt,
        refusedKeys: rounds.flatMap(({ refused }) =>
          refused.flatMap(({ block }) => block.points.map(({ key }) => key)),
        ),
      })),
    };
  }

  /** The reads of every slave as they are asked now: without what was refused as a whole, which is looked at again hourly. */
  plan(): { block: ReadBlock; isRefused: boolean }[] {
    return this.#rounds().flatMap(({ blocks, refused }) => [
      ...blocks.map((block) => ({ block, isRefused: false })),
      ...refused.map(({ block }) => ({ block, isRefused: true })),
    ]);
  }

  /** When a slave is asked the next time, epoch ms, a little later on a busy line; null: it is not polled. */
  nextAskAt(slaveId: number): number | null {
    const slave = this.#slaves.find((each) => each.slaveId === slaveId);
    if (!slave || !this.#running || slave.rounds.length === 0) return null;
    return slave.lost ? slave.probeAt : Math.min(...slave.rounds.map(({ dueAt }) => dueAt));
  }

  #rounds(): Round[] {
    return this.#slaves.flatMap((slave) => slave.rounds);
  }

  #after(delayMs: number, action: () => void): () => void {
    const cancel = this.#options.clock.setTimer(() => {
      this.#timers.delete(cancel);
      action();
    }, delayMs);
    this.#timers.add(cancel);
    return () => {
      cancel();
      this.#timers.delete(cancel);
    };
  }

  #onDue(round: Round, dueAt: number): void {
    const now = this.#options.clock.monotonic();
    // From the planned time, not from now: a late timer must not make the cycle drift. Cycles slept through are skipped.
    const behind = Math.floor((now - dueAt) / round.intervalMs);
    const nextAt = dueAt + (behind + 1) * round.intervalMs;
    round.dueAt = this.#options.clock.now() + nextAt - now;
    this.#after(nextAt - now, () => this.#onDue(round, nextAt));
    if (round.slave.lost) return;
    this.#missedCycles += behind;
    if (round.open > 0) this.#missedCycles++;
    else this.#begin(round);
  }

  #begin(round: Round): void {
    const now = this.#options.clock.monotonic();
    const rechecks = round.refused.filter(({ recheckAt }) => recheckAt <= now).map(({ block }) => block);
    round.cycle++;
    round.answered = false;
    round.asked = false;
    round.startedAt = now;
    round.busyMs = 0;
    round.lastBusyMs = round.blocks.length > 0 ? round.lastBusyMs : 0;
    this.#add(round, [...round.blocks, ...rechecks], 'last');
  }

  #add(round: Round, blocks: readonly ReadBlock[], place: 'first' | 'last'): void {
    const jobs = blocks.map((block): Job => ({ round, block, retries: 0, isProbe: false }));
    this.#jobs = place === 'first' ? [...jobs, ...this.#jobs] : [...this.#jobs, ...jobs];
    round.open += jobs.length;
    this.#wake();
  }

  async #run(): Promise<void> {
    while (this.#running) {
      const job = this.#pausedUntil > this.#options.clock.monotonic() ? undefined : this.#jobs.shift();
      if (job) {
        await this.#poll(job);
        continue;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async #poll(job: Job): Promise<void> {
    const { round } = job;
    const { line, clock } = this.#options;
    const { slaveId, functionCode, address } = job.block;
    const requests = possibleQuantities(job.block).map((quantity): ModbusRequest & { quantity: number } => ({
      functionCode,
      address,
      quantity,
    }));
    // A length that a missing answer could have is avoided where the device lets us.
    const request = requests.find((one) => !line.isSuspect(encodeRequest(one), slaveId)) ?? requests[0]!;
    const startedAt = clock.monotonic();
    this.#asking = round.slave;
    const outcome = await this.#ask(round.slave, request);
    this.#asking = null;
    if (!this.#running) return;
    if (outcome.kind === 'closed') {
      this.stop();
      return;
    }
    round.asked = true;
    round.busyMs += clock.monotonic() - startedAt;
    if (outcome.kind === 'silent') this.#onSilent(job, outcome);
    else this.#onHeard({ ...job, block: { ...job.block, quantity: request.quantity } }, job.block, outcome);
  }

  async #ask({ slaveId, timeoutMs }: SlaveState, request: ModbusRequest): Promise<Outcome> {
    const doubt: Doubt = { isCast: false, takeBack: () => {} };
    const onDoubt = (): void => {
      doubt.isCast = true;
      doubt.takeBack();
    };
    try {
      const response = await this.#options.line.request(encodeRequest(request), { slaveId, timeoutMs, onDoubt });
      const uncertain = response.uncertain || doubt.isCast;
      const answer = decodeAnswer(request, response.pdu);
      if (answer.exceptionCode === null) return { kind: 'answer', answer, uncertain, doubt };
      const code = answer.exceptionCode;
      return exceptionMeaning(code).slaveAlive
        ? { kind: 'exception', code, uncertain }
        : { kind: 'silent', reason: 'timeout', code };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (error.code === 'lineClosed') return { kind: 'closed' };
      if (error.code === 'timeout') return { kind: 'silent', reason: 'timeout', code: null };
      if (error.code === 'badCrc') return { kind: 'silent', reason: 'crcError', code: null };
      return { kind: 'illegible' };
    }
  }

  /** `asked` is the job as it went over the line; `planned` the block as the round knows it. */
  #onHeard(asked: Job, planned: ReadBlock, outcome: Exclude<Outcome, { kind: 'silent' | 'closed' }>): void {
    const { round, block } = asked;
    this.#onAlive(round.slave, asked.isProbe);
    round.answered = true;
    if (outcome.kind === 'exception') {
      this.#onException(asked, planned, outcome);
      return;
    }
    if (outcome.kind === 'illegible') {
      this.#emitBad([block], 'badFormat', null);
    } else {
      this.#accept(round, planned);
      this.#onSound(round.slave, planned);
      const measuredAt = this.#options.clock.now();
      const readings = block.points.map(({ key, point }): PollReading => {
        const reading = readPoint(point, block.address, outcome.answer);
        return { key, measuredAt, ...reading, exceptionCode: null };
      });
      const doubted = readings.map((reading) => (reading.quality === 'good' ? { ...reading, ...inDoubt } : reading));
      this.#options.onReadings(outcome.uncertain ? doubted : readings);
      // The same moment again: of two readings of one time the later one counts.
      outcome.doubt.takeBack = () => {
        if (this.#running && !outcome.uncertain) this.#options.onReadings(doubted);
      };
    }
    this.#done(asked);
  }

  /** A refused block that answers is an ordinary block again. */
  #accept(round: Round, block: ReadBlock): void {
    if (!round.refused.some((one) => one.block === block)) return;
    round.refused = round.refused.filter((one) => one.block !== block);
    round.blocks = [...round.blocks, block];
  }

  #onException(asked: Job, planned: ReadBlock, { code, uncertain }: { code: number; uncertain: boolean }): void {
    const { round, block, retries } = asked;
    const { action } = exceptionMeaning(code);
    const delayMs = action === 'retryOnce' ? (retries === 0 ? 0 : undefined) : busyRetryDelaysMs[retries];
    if ((action === 'retryOnce' || action === 'retryLater') && delayMs !== undefined) {
      const { cycle } = round;
      this.#after(delayMs, () => {
        if (round.cycle !== cycle || round.slave.lost) return;
        this.#jobs = [{ ...asked, block: planned, retries: retries + 1 }, ...this.#jobs];
        this.#wake();
      });
      return;
    }
    if (action === 'pending') {
      this.#done(asked);
      return;
    }
    // A doubtful exception may belong to another block: nothing is learned from it.
    if (!uncertain) this.#onRefusal(round.slave, planned, code);
    const parts = action === 'splitBlock' && !uncertain ? splitBlock(block) : null;
    if (parts) {
      this.#onSound(round.slave, planned);
      round.refused = round.refused.filter((one) => one.block !== planned);
      round.blocks = [...round.blocks.filter((one) => one !== planned), ...parts];
      this.#add(round, parts, 'first');
    } else {
      if ((action === 'splitBlock' || action === 'stopBlock') && !uncertain) this.#refuse(round, planned);
      this.#emitBad([block], 'exception', code);
    }
    this.#done(asked);
  }

  /** Counts refusals in a row, and tells of those that are more than a moment's. */
  #onRefusal(slave: SlaveState, block: ReadBlock, code: number): void {
    const before = slave.refusals.get(block);
    if (before && before.code !== code) this.#onSound(slave, block);
    const count = before?.code === code ? before.count + 1 : 1;
    const tellAfter = faultAfter.get(code);
    if (tellAfter === undefined) return;
    slave.refusals.set(block, { code, count });
    if (count < tellAfter || slave.toldFaults.has(code)) return;
    slave.toldFaults.add(code);
    this.#tellFault('began', slave, code);
  }

  /** The block answers again; the fault is over when no other block of the slave says the same. */
  #onSound(slave: SlaveState, block: ReadBlock): void {
    const was = slave.refusals.get(block);
    if (!was) return;
    slave.refusals.delete(block);
    const goesOn = [...slave.refusals.values()].some(({ code }) => code === was.code);
    if (!goesOn && slave.toldFaults.delete(was.code)) this.#tellFault('ended', slave, was.code);
  }

  #tellFault(type: SlaveFault['type'], { slaveId }: SlaveState, exceptionCode: number): void {
    this.#options.onSlaveFault?.({ type, slaveId, exceptionCode, at: this.#options.clock.now() });
  }

  #refuse(round: Round, block: ReadBlock): void {
    const recheckAt = this.#options.clock.monotonic() + refusedRecheckMs;
    round.blocks = round.blocks.filter((one) => one !== block);
    round.refused = [...round.refused.filter((one) => one.block !== block), { block, recheckAt }];
  }

  #onSilent(job: Job, { reason, code }: { reason: 'timeout' | 'crcError'; code: number | null }): void {
    const { round, isProbe } = job;
    if (code !== null && exceptionMeaning(code).action === 'backOffLink') this.#onNoPath();
    if (isProbe) {
      round.slave.failedProbes++;
      this.#scheduleProbe(round.slave);
      return;
    }
    const blocks = [job.block];
    if (!round.answered) {
      // The rest would only wait as long again. The silent block goes last, so that the next cycle tries another one first.
      const rest = this.#jobs.filter((other) => other.round === round);
      this.#jobs = this.#jobs.filter((other) => other.round !== round);
      round.open -= rest.length;
      blocks.push(...rest.map(({ block }) => block));
      if (round.blocks.includes(job.block)) {
        round.blocks = [...round.blocks.filter((block) => block !== job.block), job.block];
      }
    }
    this.#emitBad(blocks, reason, code);
    this.#done(job);
  }

  /** One 0A among answers is a dead slave behind a gateway; several in a row are the gateway's own line. */
  #onNoPath(): void {
    this.#pathFailures++;
    if (this.#pathFailures < 2) return;
    const pauseMs = delayAt(probeDelaysMs, this.#pathFailures - 2);
    this.#pausedUntil = this.#options.clock.monotonic() + pauseMs;
    this.#after(pauseMs, () => this.#wake());
  }

  #onAlive(slave: SlaveState, isProbe: boolean): void {
    this.#pathFailures = 0;
    const isFirst = slave.answeredAt === null;
    slave.answeredAt = this.#options.clock.now();
    slave.aliveAt = this.#options.clock.monotonic();
    slave.failedCycles = 0;
    if (!slave.lost) {
      if (isFirst) this.#options.onSlaveEvent?.({ type: 'slaveFound', slaveId: slave.slaveId, at: slave.answeredAt });
      return;
    }
    // With all slaves lost, the line or its power had failed: the first answer is a reason to probe the others.
    if (this.#slaves.every(({ lost }) => lost))
      for (const other of this.#slaves) if (other !== slave) this.#probe(other);
    slave.lost = false;
    slave.failedProbes = 0;
    this.#options.onSlaveEvent?.({ type: 'slaveBack', slaveId: slave.slaveId, at: slave.answeredAt });
    if (isProbe) for (const round of slave.rounds) if (round.open === 0) this.#begin(round);
  }

  #done({ round, isProbe }: Job): void {
    if (isProbe) return;
    round.open--;
    if (round.open > 0) return;
    round.lastBusyMs = round.busyMs;
    const { slave } = round;
    // An answer in another cycle of the slave meanwhile is a sign of life as well.
    if (!round.asked || slave.aliveAt >= round.startedAt) return;
    if (round.startedAt > slave.failedCycleAt) slave.failedCycles++;
    slave.failedCycleAt = round.startedAt;
    if (slave.failedCycles < failedCyclesUntilLost || slave.lost) return;
    slave.lost = true;
    slave.failedProbes = 0;
    this.#jobs = this.#jobs.filter((job) => job.round.slave !== slave);
    const others = slave.rounds.filter((other) => other !== round);
    for (const other of others) other.open = 0;
    this.#emitBad(
      others.flatMap(({ blocks }) => blocks),
      'timeout',
      null,
    );
    this.#options.onSlaveEvent?.({ type: 'slaveLost', slaveId: slave.slaveId, at: this.#options.clock.now() });
    this.#scheduleProbe(slave);
  }

  #scheduleProbe(slave: SlaveState): void {
    slave.cancelProbe();
    const delayMs = delayAt(probeDelaysMs, slave.failedProbes);
    slave.probeAt = this.#options.clock.now() + delayMs;
    slave.cancelProbe = this.#after(delayMs, () => this.#probe(slave));
  }

  /** Asks a lost slave for one block now, in place of its next probe. */
  #probe(slave: SlaveState): void {
    slave.cancelProbe();
    if (!slave.lost || this.#jobs.some((job) => job.isProbe && job.round.slave === slave)) return;
    // Another block each time: one that never answers must not hide a slave that is back.
    const candidates = slave.rounds.flatMap((round) =>
      [...round.blocks, ...round.refused.map(({ block }) => block)].map((block) => ({ round, block })),
    );
    this.#jobs.push({ ...candidates[slave.failedProbes % candidates.length]!, retries: 0, isProbe: true });
    this.#wake();
  }

  #emitBad(blocks: readonly ReadBlock[], reason: QualityReason, exceptionCode: number | null): void {
    const measuredAt = this.#options.clock.now();
    for (const { points } of blocks) {
      this.#options.onReadings(
        points.map(({ key }) => ({ key, measuredAt, value: null, quality: 'bad', reason, exceptionCode })),
      );
    }
  }
}
