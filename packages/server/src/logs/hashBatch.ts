import { createHash } from 'node:crypto';
import type { OperationFacts } from './store.ts';

/** What stands before the first batch. */
export const noHash = Buffer.alloc(32);

/** JSON with sorted keys: equal content gives equal text, from any writer. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`)
    .join(',')}}`;
}

/**
 * SHA-256 over the hash before and every line as canonical JSON. Change, add or take away a line, and this batch's hash and
 * all after it are others.
 */
export async function hashBatch(previous: Buffer, lines: AsyncIterable<OperationFacts>): Promise<Buffer> {
  const hash = createHash('sha256').update(previous);
  for await (const line of lines) hash.update(`${canonicalJson({ ...line, at: line.at.toISOString() })}\n`);
  return hash.digest();
}
