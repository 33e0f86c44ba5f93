import type { CallSpec } from '@watchpost/contract';

/**
 * `Code` that an envelope has to have by the status it came with: the same, but of history queries, of imports of wrong rows and of
 * writes that a device did not take.
 */
export function expectedCode({ refusalCode, path }: CallSpec, status: number, data: unknown): number {
  const { ImportedCount, WrongCount = 0, IsDryRun } = (data ?? {}) as Record<string, unknown>;
  const isUndone = status === 200 && ImportedCount === 0 && Number(WrongCount) > 0 && IsDryRun === false;
  if (isUndone) return 400;
  if (status === 200 && path === '/Device/ControlDown') return (data as { IsSuccess: unknown }).IsSuccess ? 200 : 400;
  return status === 400 ? (refusalCode ?? status) : status;
}
