import { RuleDefinition } from '@watchpost/contract';
import { useDeferredValue } from 'react';
import { useCall } from '../../lib/useCall.ts';
import type { RuleDraft } from './RuleFields.tsx';

/** Whether another policy of the project is called so already: allowed, though lists and messages then tell them apart by nothing. */
export function useNameTaken(projectId: number, name: string, strategyId: number | null): boolean {
  const asked = useDeferredValue(name);
  const named = useCall(
    'getAlarmStrategyPage',
    asked.length >= 2 && asked.length <= 25
      ? { body: { ProjectId: projectId, StrategyName: asked, PageIndex: 1, PageSize: 50 } }
      : null,
    { staleTime: 30_000 },
  ).data?.Data;
  return named?.some(({ StrategyId, StrategyName }) => StrategyName === name && StrategyId !== strategyId) ?? false;
}

/** Where complete conditions look at points that devices of the chosen points have not, or have several of. */
export function useReferenceProblems(projectId: number, pointIds: readonly number[], rules: readonly RuleDraft[]) {
  const complete = rules.flatMap(({ Definition }, place) => {
    const { data } = RuleDefinition.safeParse(Definition);
    return data && JSON.stringify(data).includes('"point') ? [{ place, definition: data }] : [];
  });
  const answer = useCall(
    'checkAlarmReferences',
    pointIds.length > 0 && complete.length > 0
      ? {
          body: {
            ProjectId: projectId,
            PointIdList: [...pointIds],
            RuleList: complete.map(({ definition }) => definition),
          },
        }
      : null,
    { staleTime: 60_000 },
  );
  return (answer.data ?? []).map((each) => ({ ...each, RuleIndex: complete[each.RuleIndex]?.place ?? -1 }));
}

/** Where complete conditions have a delay that never completes in stored data, because of how the chosen points report. */
export function useDelayProblems(projectId: number, pointIds: readonly number[], rules: readonly RuleDraft[]) {
  const complete = rules.flatMap(({ Definition }, place) => {
    const { data } = RuleDefinition.safeParse(Definition);
    return data && 'onDelaySeconds' in data && data.onDelaySeconds > 0 ? [{ place, definition: data }] : [];
  });
  // Asked when typing pauses: history is read for the answer.
  const asked = useDeferredValue(JSON.stringify({ pointIds: pointIds.slice(0, 1000), rules: complete }));
  const body = JSON.parse(asked) as { pointIds: number[]; rules: typeof complete };
  const answer = useCall(
    'checkAlarmDelays',
    body.pointIds.length > 0 && body.rules.length > 0
      ? {
          body: {
            ProjectId: projectId,
            PointIdList: body.pointIds,
            RuleList: body.rules.map(({ definition }) => definition),
          },
        }
      : null,
    { staleTime: 60_000 },
  );
  return (answer.data ?? []).map((each) => ({ ...each, RuleIndex: body.rules[each.RuleIndex]?.place ?? -1 }));
}
