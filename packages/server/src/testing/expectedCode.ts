import type { CallSpec } from '@watchpost/contract';

/** `Code` that an envelope has to have by the status it came with: the same, but of history queries and of imports of wrong rows. */
export function expectedCode({ refusalCode }: CallSpec, status: number, data: unknown): number {
  const { ImportedCount, WrongCount = 0, IsDryRun } = (data ?? {}) as Record<string, unknown>;
  const isUndone = status === 200 && ImportedCount === 0 && Number(WrongCount) > 0 && IsDryRun === false;
  if (isUndone) return 400;
  return status === 400 ? (refusalCode ?? status) : status;
}
