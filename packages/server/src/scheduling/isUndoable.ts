import type { RunRow } from './schedule.store.ts';

/** Whether the values from before a run can be written again: it is over, and each of them is known. */
export const isUndoable = (run: Pick<RunRow, 'finished_at' | 'undone_at' | 'writes'>): boolean =>
  run.finished_at !== null &&
  run.undone_at === null &&
  run.writes.length > 0 &&
  run.writes.every(({ before }) => before !== null);
