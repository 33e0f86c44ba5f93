import { workbenchErrors } from '@watchpost/contract';
import {
  decodeAnswer,
  defaultResponseTimeoutMs,
  encodeRequest,
  exceptionMeaning,
  type ModbusLine,
  ProtocolError,
  type ReadFunctionCode,
} from '@watchpost/protocols';
import type { OpenLines } from '../ingest/index.ts';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/http/refusal.ts';

export interface AskedRegisters {
  readonly slaveAddress: number;
  readonly functionCode: ReadFunctionCode;
  readonly address: number;
  readonly quantity: number;
}

/** What became of one read. */
export interface RegisterRead {
  at: number;
  outcome: 'answered' | 'exception' | 'noResponse' | 'badCrc' | 'lineClosed' | 'unreadable';
  exceptionCode: number | null;
  uncertain: boolean;
  roundTripMs: number | null;
  registers: number[];
  bits: boolean[];
}

/** Between two reads in a row: values of refrigeration move no faster, and polling gets on meanwhile. */
const betweenReadsMs = 1_000;
/** The line belongs to polling for at least as long as the workbench had it, and never for less than this. */
const minPauseMs = 1_000;

/** A person's turn on a line. */
export interface Turn {
  /** Reads at most so many times, a second apart; the first that is not answered ends it. Gives the line back. Never rejects. */
  read(asked: AskedRegisters, times: number): Promise<RegisterRead[]>;
  /** Gives the line back unused. */
  giveBack(): void;
}

/**
 * Reads of people on the lines that are polled: one at a time on a line, before what is polled, never twice. The line itself
 * keeps what a late answer could do in bounds: it waits it out, and marks what it could be mistaken for.
 */
export class RegisterReads {
  readonly #lines: OpenLines;
  readonly #clock: Clock;
  /** Until when a gateway's line is not to be read; infinite: somebody reads now. */
  readonly #notBefore = new Map<number, number>();

  constructor(lines: OpenLines, clock: Clock) {
    this.#lines = lines;
    this.#clock = clock;
  }

  /** @throws Refusal the gateway is offline, somebody reads, or polling has its turn */
  take(gatewayId: number, name: string): Turn {
    const line = this.#lines.get(gatewayId);
    if (!line) throw new Refusal(workbenchErrors.gatewayOffline, { name });
    const now = this.#clock.now();
    for (const [id, until] of this.#notBefore) if (until <= now) this.#notBefore.delete(id);
    const notBefore = this.#notBefore.get(gatewayId);
    if (notBefore === Number.POSITIVE_INFINITY) throw new Refusal(workbenchErrors.alreadyReading, { name });
    if (notBefore !== undefined)
      throw new Refusal(workbenchErrors.tooSoon, { seconds: Math.ceil((notBefore - now) / 1000) });
    this.#notBefore.set(gatewayId, Number.POSITIVE_INFINITY);
    return {
      read: async (asked, times) => {
        const startedAt = this.#clock.now();
        try {
          return await this.#readOften(line, asked, times);
        } finally {
          const endedAt = this.#clock.now();
          this.#notBefore.set(gatewayId, endedAt + Math.max(minPauseMs, endedAt - startedAt));
        }
      },
      giveBack: () => this.#notBefore.delete(gatewayId),
    };
  }

  async #readOften(line: ModbusLine, asked: AskedRegisters, times: number): Promise<RegisterRead[]> {
    const reads: RegisterRead[] = [];
    for (let turn = 0; turn < times; turn++) {
      if (turn > 0) await new Promise((resolve) => setTimeout(resolve, betweenReadsMs));
      const read = await this.#readOnce(line, asked);
      reads.push(read);
      if (read.outcome !== 'answered') break;
    }
    return reads;
  }

  async #readOnce(
    line: ModbusLine,
    { slaveAddress, functionCode, address, quantity }: AskedRegisters,
  ): Promise<RegisterRead> {
    const request = { functionCode, address, quantity };
    const read = (more: Partial<RegisterRead> & Pick<RegisterRead, 'outcome'>): RegisterRead => ({
      at: this.#clock.now(),
      exceptionCode: null,
      uncertain: false,
      roundTripMs: null,
      registers: [],
      bits: [],
      ...more,
    });
    try {
      const { pdu, uncertain, roundTripMs } = await line.request(encodeRequest(request), {
        slaveId: slaveAddress,
        timeoutMs: defaultResponseTimeoutMs,
        first: true,
      });
      const { exceptionCode, registers, bits } = decodeAnswer(request, pdu);
      if (exceptionCode === null) return read({ outcome: 'answered', uncertain, roundTripMs, registers, bits });
      // Answered by a gateway in the slave's place: the slave has said nothing.
      const outcome = exceptionMeaning(exceptionCode).slaveAlive ? 'exception' : 'noResponse';
      return read({ outcome, exceptionCode, uncertain, roundTripMs });
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (error.code === 'timeout') return read({ outcome: 'noResponse' });
      if (error.code === 'badCrc' || error.code === 'lineClosed') return read({ outcome: error.code });
      return read({ outcome: 'unreadable' });
    }
  }
}
