import { keepPreviousData } from '@tanstack/react-query';
import type { RepairDetail } from '@watchpost/contract';
import { hourMs, minuteMs } from '@watchpost/contract';
import { useMemo } from 'react';
import { CurveChart, type CurveMark, intervalFor, onTheWire, shapeCurves, useZoneOf } from '../history/index.ts';
import { formatDateTime, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, Skeleton } from '../ui/index.ts';
import { text } from './text.ts';

const height = 250;
/** Longer than this the beginning and the end of an order are no longer seen in one picture. */
const longestMs = 14 * 24 * hourMs;

/** The stretch that tells the story of an order: from an hour before the trouble to an hour after the repair. */
function spanOf(order: RepairDetail, now: number): { from: number; to: number } {
  const end = order.RecoveryDetail?.VerifiedEPOCH ?? order.AcceptanceTime ?? order.FinishTime;
  const to = Math.min(now, end === null || end === undefined ? now : end + hourMs);
  const from = Math.max(order.TroubleEPOCH - hourMs, to - longestMs);
  return { from: Math.floor(from / minuteMs) * minuteMs, to: Math.ceil(to / minuteMs) * minuteMs };
}

/** A watched point over the time of the order, with its limits and the moments that count. */
export function RepairCurve({ order, pointId }: { order: RepairDetail; pointId: number }) {
  const t = useText(text);
  const timeZone = useZoneOf(order.ProjectId);
  const now = useNow(minuteMs);
  const { from, to } = spanOf(order, now);
  const minutes = intervalFor(to - from, null);
  const curve = useCall(
    'getPointData',
    {
      query: {
        ...onTheWire({ from, to }, timeZone),
        pointIdList: [pointId],
        tmes: minutes,
        ProjectId: order.ProjectId,
      },
    },
    { scope: 'company', placeholderData: keepPreviousData, staleTime: minuteMs },
  );
  const shape = useMemo(
    () => curve.data && shapeCurves(curve.data, { from, to }, minutes),
    [curve.data, from, to, minutes],
  );
  const marks = useMemo<CurveMark[]>(() => {
    const { RecoveryDetail, FinishTime, AlarmList, CreateTime } = order;
    const since = RecoveryDetail?.SinceEPOCH ?? null;
    const verified = RecoveryDetail?.VerifiedEPOCH ?? null;
    return [
      ...(AlarmList.length > 0
        ? [{ at: AlarmList[0]!.ALARM_EPOCH, label: t.markAlarm, colour: 'urgent' as const }]
        : [{ at: CreateTime, label: t.markReport, colour: 'record' as const }]),
      ...(FinishTime === null ? [] : [{ at: FinishTime, label: t.markFinish, colour: 'record' as const }]),
      ...(since === null ? [] : [{ at: since, label: t.markWithin, colour: 'good' as const }]),
      ...(verified === null ? [] : [{ at: verified, label: t.markVerified, colour: 'good' as const }]),
    ];
  }, [order, t]);
  if (curve.isPending) return <Skeleton height={height} />;
  if (!shape || shape.empty) return <EmptyState title={t.noCurve} />;
  const name = order.PointList.find((point) => point.PointId === pointId)?.PointName ?? '';
  return (
    <CurveChart
      shape={shape}
      timeZone={timeZone}
      height={height}
      marks={marks}
      label={`${t.curveOf(name)} ${formatDateTime(from, timeZone)} – ${formatDateTime(to, timeZone)}`}
    />
  );
}
