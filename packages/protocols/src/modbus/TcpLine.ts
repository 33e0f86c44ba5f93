import type { ProtocolErrorCode } from '../ProtocolError.ts';
import { buildMbapFrame, takeMbapFrames } from './mbapFrame.ts';
import { exceptionFlag } from './pdu.ts';
import { type PendingRequest, QueuedLine } from './QueuedLine.ts';

/**
 * The master of a Modbus TCP connection. Answers carry the transaction id of their request, so a late one is simply dropped.
 *
 * Example: `0001 0000 0006 01 03 0000 0002` is answered by `0001 0000 0007 01 03 04 0119 02A3`.
 */
export class TcpLine extends QueuedLine {
  override readonly hasTransactionIds = true;
  #transactionId = 0;
  #unread = Buffer.alloc(0);

  protected override frameOf({ slaveId, pdu }: PendingRequest): Buffer {
    this.#transactionId = (this.#transactionId + 1) & 0xffff;
    return buildMbapFrame(this.#transactionId, slaveId, pdu);
  }

  protected override receive(chunk: Buffer): void {
    let frames: ReturnType<typeof takeMbapFrames>;
    try {
      frames = takeMbapFrames(Buffer.concat([this.#unread, chunk]));
    } catch {
      // Without a checksum no later frame can be found either: a fresh connection is the only way on.
      this.counters.junkBytes += this.#unread.length + chunk.length;
      this.log('junk', chunk);
      this.close();
      return;
    }
    this.#unread = Buffer.from(frames.rest);
    for (const { transactionId, slaveId, pdu } of frames.frames) {
      const request = this.inFlight;
      const frame = () => buildMbapFrame(transactionId, slaveId, pdu);
      const isAnswer =
        request !== null &&
        transactionId === this.#transactionId &&
        slaveId === request.slaveId &&
        (pdu[0]! & ~exceptionFlag) === request.pdu[0];
      if (isAnswer) {
        this.log('answer', frame());
        this.answer(pdu, false);
      } else if (transactionId === this.#transactionId) {
        this.counters.unsolicited++;
        this.log('unsolicited', frame());
      } else {
        this.counters.lateFrames++;
        this.log('late', frame());
      }
    }
    this.pump();
  }

  protected override giveUp(): ProtocolErrorCode {
    // The next request has another id; until it is sent, an answer to this one has none to match.
    this.#transactionId = (this.#transactionId + 1) & 0xffff;
    return 'timeout';
  }
}
