import type { AllCalls, ParsedInput } from '@watchpost/contract';
import type { WarningFilter } from './list.store.ts';

const some = <T>(list: readonly T[] | undefined): readonly T[] | null => (list && list.length > 0 ? list : null);

/** What the call of the list asks, in our words. */
export const warningQuestion = (body: ParsedInput<AllCalls['preAlarmPage']>['body']): WarningFilter => ({
  projectId: body.ProjectId ?? null,
  deviceId: body.Mtid ?? null,
  areas: some(body.Area),
  placeIds: some(body.subareaList),
  text: body.pname ?? null,
  severities: some(body.Level),
  kinds: some(body.TypeList),
  feedbacks: some(body.FeedbackList),
  over: body.IsOver ?? null,
  sort: body.SortType ?? null,
  ascending: body.IsAsc ?? false,
});
