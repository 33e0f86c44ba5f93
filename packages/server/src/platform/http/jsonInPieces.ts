import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Envelope } from '@watchpost/contract';

/** Some 4 ms of writing: then others have their turn of the event loop. */
const charactersPerTurn = 512 * 1024;
/** A list of more is written in parts of so many: some 300 KB of samples. */
const itemsAtOnce = 5_000;

/**
 * The envelope as `JSON.stringify` writes it. Lists are written part by part, because ten curves of a raw week (4 MB) in one go
 * would keep everybody else waiting for some 40 ms, and the largest answer ten times as long.
 */
export async function jsonInPieces(envelope: Envelope<unknown>): Promise<string> {
  const { Data } = envelope;
  if (!Array.isArray(Data)) return JSON.stringify(envelope);
  const parts: string[] = [];
  let written = 0;
  const write = async (text: string): Promise<void> => {
    if (written > charactersPerTurn) {
      written = 0;
      await nextTurn();
    }
    written += text.length;
    parts.push(text);
  };
  for (const [index, row] of Data.entries()) {
    if (index > 0) parts.push(',');
    if (holdsLongList(row)) await writeObject(row, write);
    else await write(JSON.stringify(row) ?? 'null');
  }
  const { Code, Message } = envelope;
  return `{"Code":${Code},"Data":[${parts.join('')}],"Message":${JSON.stringify(Message)}}`;
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > itemsAtOnce;

const holdsLongList = (row: unknown): row is Record<string, unknown> =>
  typeof row === 'object' && row !== null && !Array.isArray(row) && Object.values(row).some(isLong);

async function writeObject(row: Record<string, unknown>, write: (text: string) => Promise<void>): Promise<void> {
  let before = '{';
  for (const [key, value] of Object.entries(row)) {
    const name = `${before}${JSON.stringify(key)}:`;
    if (!isLong(value)) {
      const text = JSON.stringify(value);
      if (text === undefined) continue;
      await write(name + text);
    } else {
      for (let start = 0; start < value.length; start += itemsAtOnce) {
        const items = JSON.stringify(value.slice(start, start + itemsAtOnce)).slice(1, -1);
        await write(start === 0 ? `${name}[${items}` : `,${items}`);
      }
      await write(']');
    }
    before = ',';
  }
  await write('}');
}
