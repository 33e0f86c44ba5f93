import { keepPreviousData } from '@tanstack/react-query';
import type { AlarmDetail, Curve } from '@watchpost/contract';
import { minuteMs } from '@watchpost/contract';
import { useMemo } from 'react';
import { CurveChart, type CurveMark, intervalFor, onTheWire, shapeCurves, useZoneOf } from '../history/index.ts';
import { formatDateTime, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { Skeleton, severityOf } from '../ui/index.ts';
import { alarmSpan } from './alarmSpan.ts';
import { alarmName } from './alarmStatus.ts';
import { text } from './text.ts';

/** Only the limits on the side of the alarm: those of the other side would press the excursion flat. */
export function withLimitsOfSide(curve: Curve, limit: number | null): Curve {
  if (limit === null) return curve;
  const sets = [curve, ...(curve.LimitList ?? [])];
  const isUpper = sets.some(({ UpperLimit, SuperUpperLimit }) => limit === UpperLimit || limit === SuperUpperLimit);
  const isLower = sets.some(({ LowerLimit, SuperLowerLimit }) => limit === LowerLimit || limit === SuperLowerLimit);
  if (!isUpper && !isLower) return curve;
  const other = isUpper ? { LowerLimit: null, SuperLowerLimit: null } : { UpperLimit: null, SuperUpperLimit: null };
  return {
    ...curve,
    ...other,
    ...(curve.LimitList && { LimitList: curve.LimitList.map((stretch) => ({ ...stretch, ...other })) }),
  };
}

/** The point around its alarm, with its limits, and what explains it: door, defrost, the room behind the door. */
export function AlarmCurve({ alarm, pointId, height }: { alarm: AlarmDetail; pointId: number; height: number }) {
  const t = useText(text);
  const timeZone = useZoneOf(alarm.ProjectId);
  const now = useNow(minuteMs);
  const { from, to } = alarmSpan(alarm, now);
  const minutes = intervalFor(to - from, null);
  const curve = useCall(
    'getPointData',
    {
      query: {
        ...onTheWire({ from, to }, timeZone),
        pointIdList: [pointId, ...alarm.PointList.map(({ PointId }) => PointId)],
        tmes: minutes,
        ProjectId: alarm.ProjectId,
        WithTemperature: false,
      },
    },
    { scope: 'company', placeholderData: keepPreviousData, staleTime: minuteMs },
  );
  const shape = useMemo(() => {
    if (!curve.data) return undefined;
    const given = curve.data.map((each) =>
      each.PointId === pointId ? withLimitsOfSide(each, alarm.LimitValue) : each,
    );
    const shaped = shapeCurves(given, { from, to }, minutes);
    const severity = severityOf(alarm.Level);
    const states = shaped.states.map((each) => (each.curve.PointId === pointId ? { ...each, severity } : each));
    return { ...shaped, states };
  }, [curve.data, pointId, alarm.LimitValue, alarm.Level, from, to, minutes]);
  const marks = useMemo<CurveMark[]>(
    () => [
      { at: alarm.ALARM_EPOCH, label: t.raised, colour: severityOf(alarm.Level) },
      ...(alarm.ALARM_EPOCH_CLEARED === null
        ? []
        : alarm.EndReason === null
          ? [{ at: alarm.ALARM_EPOCH_CLEARED, label: t.returned, colour: 'good' as const }]
          : [{ at: alarm.ALARM_EPOCH_CLEARED, label: t.ended, colour: 'record' as const }]),
    ],
    [alarm.ALARM_EPOCH, alarm.ALARM_EPOCH_CLEARED, alarm.EndReason, alarm.Level, t],
  );
  if (curve.isPending) return <Skeleton height={height} />;
  // The words above say what happened; a curve that cannot be had is no reason to hide them.
  if (!shape || shape.empty) return null;
  return (
    <CurveChart
      shape={shape}
      timeZone={timeZone}
      height={height}
      marks={marks}
      label={t.curveOf(alarmName(alarm), formatDateTime(from, timeZone), formatDateTime(to, timeZone))}
    />
  );
}
