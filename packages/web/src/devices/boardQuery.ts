import { idInAddress } from '../lib/idInAddress.ts';
import { type Status, statuses } from './deviceState.ts';

/** How the board is filtered; lives in the address. */
export interface BoardQuery {
  readonly text: string;
  readonly status: Status | null;
  readonly classId: number | null;
}

export function boardQueryOf(params: URLSearchParams): BoardQuery {
  const status = params.get('status');
  return {
    text: (params.get('q') ?? '').slice(0, 100),
    status: statuses.find((each) => each === status) ?? null,
    classId: idInAddress(params, 'class'),
  };
}

/** The address for a query; what is not filtered is left out, what is not the board's stays. */
export function withBoardQuery(params: URLSearchParams, query: BoardQuery): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of [
    ['q', query.text],
    ['status', query.status],
    ['class', query.classId],
  ] as const) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

export const isBoardFiltered = (query: BoardQuery): boolean =>
  query.text !== '' || query.status !== null || query.classId !== null;
