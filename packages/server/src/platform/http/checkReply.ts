import { type CallSpec, unnamedFields } from '@watchpost/contract';
import type { LoggedLine } from './callContext.ts';

/** Tests: the answer is as its schema says, a write stands in the operation log, and each field it logs has a name there. */
export function checkReply(name: string, spec: CallSpec, answer: unknown, lines: readonly LoggedLine[] | null): void {
  if (spec.data !== 'file') spec.data.parse(answer);
  if (spec.effect === 'write' && spec.logged !== false && lines === null) {
    throw new Error(`${name} wrote something that is not in the operation log: see inOneWrite.ts`);
  }
  const unnamed = new Set((lines ?? []).flatMap(({ before, after }) => unnamedFields([before, after])));
  if (unnamed.size > 0) {
    throw new Error(`${name} logs ${[...unnamed].join(', ')} without a name: add it to the domain's logWords.ts`);
  }
}
