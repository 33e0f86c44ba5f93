import type { WhatGoesWithGateways } from '@watchpost/contract';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, Skeleton } from '../ui/index.ts';
import { listText } from './text.ts';

/** What hangs on gateways or slaves, and whether it stands in the way of deleting them. */
export function useGoesAlong({ gatewayIds = [], slaveIds = [] }: { gatewayIds?: number[]; slaveIds?: number[] }) {
  const answer = useCall(
    'getWhatGoesWithGateways',
    { body: { DeviceIdList: gatewayIds, DeviceModuleIdList: slaveIds } },
    { scope: 'company', staleTime: 0 },
  );
  return { answer, isBlocked: answer.data === undefined || answer.data.ComputedNames.length > 0 };
}

type AnswerOfGoes = ReturnType<typeof useGoesAlong>['answer'];

/** What stands in the way of a deletion, before anything else, and where it is changed. */
export function ComputedFrom({ answer, projectId }: { answer: AnswerOfGoes; projectId: number }) {
  const t = useText(listText);
  const names = answer.data?.ComputedNames ?? [];
  if (names.length === 0) return null;
  return (
    <Alert
      className="gateway-blocker"
      type="error"
      showIcon
      title={t.goesComputed}
      description={
        <ul>
          {names.map((name) => (
            <li key={name}>
              <Link to={links.computedPoints(name, projectId)}>{name}</Link>
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** What hangs on gateways or slaves, counted, before somebody deletes them. */
export function GoesAlong({ answer, isOfSlaves = false }: { answer: AnswerOfGoes; isOfSlaves?: boolean }) {
  const t = useText(listText);
  if (answer.error && !answer.data) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton height={22} />;
  const parts = partsOf(answer.data, t, isOfSlaves);
  const { Points, LookingRules, HistoryKeptDays } = answer.data;
  return parts.length === 0 ? (
    <p>{t.nothingGoesAlong}</p>
  ) : (
    <>
      <p>
        <b>{t.goesAlong}</b> {parts.join(' · ')}
      </p>
      {LookingRules > 0 ? <p>{t.goesLooking(LookingRules)}</p> : null}
      {Points > 0 ? <p>{t.historyGoes(HistoryKeptDays)}</p> : null}
    </>
  );
}

function partsOf(goes: WhatGoesWithGateways, t: ReturnType<typeof useText<typeof listText>>, isOfSlaves: boolean) {
  return [
    goes.Slaves > 0 && !isOfSlaves ? t.nSlaves(goes.Slaves) : null,
    goes.Points > 0 ? t.nPoints(goes.Points) : null,
    goes.AlarmRules > 0 ? t.nRules(goes.AlarmRules) : null,
    goes.Alarms > 0 ? t.nAlarms(goes.Alarms) : null,
    goes.Devices > 0 ? t.nDevices(goes.Devices) : null,
  ].filter((part) => part !== null);
}
