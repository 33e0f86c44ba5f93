import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { limitPackets } from './limitPackets.ts';

/** What a reader gets of the chunks, one after the other. */
async function readOf(chunks: readonly string[], onOversized = vi.fn()) {
  const connection = new PassThrough();
  limitPackets(connection, { first: 4, later: 6 }, onOversized);
  const heard: string[] = [];
  connection.on('readable', () => {
    for (let chunk = connection.read(); chunk !== null; chunk = connection.read()) heard.push(chunk.toString('hex'));
  });
  const over = new Promise<void>((resolve) => connection.once('close', resolve));
  for (const chunk of chunks) connection.write(Buffer.from(chunk, 'hex'));
  connection.end();
  await over;
  return { heard: heard.join(''), onOversized };
}

test('packets within the limit reach their reader as they are', async () => {
  const { heard, onOversized } = await readOf(['10021122', '3004', 'aabbccdd', 'c000']);
  expect(heard).toBe('100211223004aabbccddc000');
  expect(onOversized).not.toHaveBeenCalled();
});

test('the connection ends at a packet that is too large; of it and what follows the reader gets nothing', async () => {
  const { heard, onOversized } = await readOf(['10021122', '30ffffff7faabb', 'c000']);
  // What came in one piece with it is lost, too: the connection is over.
  expect('10021122'.startsWith(heard)).toBe(true);
  expect(onOversized).toHaveBeenCalledTimes(1);
  const [oversized, beginning] = onOversized.mock.calls[0]!;
  expect(oversized.byteCount).toBe(268_435_460);
  expect(beginning.toString('hex').startsWith('30ffffff7f')).toBe(true);
});
