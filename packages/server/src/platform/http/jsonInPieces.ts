import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Envelope } from '@watchpost/contract';

/** Some 4 ms of writing: then others have their turn of the event loop. */
const charactersPerTurn = 512 * 1024;

/**
 * The envelope as `JSON.stringify` writes it. A list is written row by row, because ten curves of a raw week (6 MB) in one go
 * would keep everybody else waiting for some 50 ms.
 */
export async function jsonInPieces({ Code, Data, Message }: Envelope<unknown>): Promise<string> {
  if (!Array.isArray(Data)) return JSON.stringify({ Code, Data, Message });
  const rows: string[] = [];
  let written = 0;
  for (const row of Data) {
    if (written > charactersPerTurn) {
      written = 0;
      await nextTurn();
    }
    const text = JSON.stringify(row) ?? 'null';
    written += text.length;
    rows.push(text);
  }
  return `{"Code":${Code},"Data":[${rows.join(',')}],"Message":${JSON.stringify(Message)}}`;
}
