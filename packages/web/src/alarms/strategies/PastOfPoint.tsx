import type { AlarmOfPoint, StrategyPoint } from '@watchpost/contract';
import { dayMs, hourMs } from '@watchpost/contract';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CurveChart, onTheWire, shapeCurves } from '../../history/index.ts';
import { CallError } from '../../lib/CallError.ts';
import { serverNow } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { idInAddress } from '../../lib/idInAddress.ts';
import { useMay } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { ErrorState, Skeleton } from '../../ui/index.ts';
import { type Tried, useVariantName } from '../backTest/BackTest.tsx';
import { MeasuredTrialMarks, type TrialLane } from '../backTest/TrialMarks.tsx';
import { text as backTestText } from '../backTest/text.ts';
import { alarmTypeText } from '../text.ts';
import { LimitCurve } from './LimitCurve.tsx';
import { followedBy, foundAmong, type LimitsInForce, movingLimits, standing } from './limitsInForce.ts';
import type { Reference } from './OnlyWhileFields.tsx';
import type { Bands } from './RuleFields.tsx';
import { text } from './text.ts';

const days = 30;
const intervalMinutes = 30;

/** The last 30 days of one of the chosen points, with the limits that are being set over them. */
export function PastOfPoint({
  points,
  projectId,
  timeZone,
  limitsOf,
  onBand,
  strategyId,
  tried,
}: {
  points: readonly StrategyPoint[];
  projectId: number;
  timeZone: string;
  /** What a point is judged by. */
  limitsOf: (pointId: number) => LimitsInForce;
  onBand: ((band: keyof Bands, limit: number) => void) | null;
  /** Null: it is not saved yet, so that it raised nothing. */
  strategyId: number | null;
  /** The result of the last trial of these limits. */
  tried: Tried | null;
}) {
  const t = useText(text);
  const b = useText(backTestText);
  const types = useText(alarmTypeText);
  // A link with a proposal for one of many points opens that one.
  const asked = idInAddress(useSearchParams()[0], 'point');
  const [chosen, choose] = useState<{ id: number; asked: number | null } | null>(null);
  const shownId = chosen?.asked === asked ? chosen.id : asked;
  const point = points.find(({ PointId }) => PointId === shownId) ?? points[0];
  const [span] = useState(() => {
    const to = Math.floor(serverNow() / hourMs) * hourMs;
    return { from: to - days * dayMs, to };
  });
  const curves = useCall(
    'getPointData',
    point
      ? {
          query: {
            ...onTheWire(span, timeZone),
            pointIdList: [point.PointId],
            tmes: intervalMinutes,
            ProjectId: projectId,
            WithTemperature: false,
          },
        }
      : null,
    { staleTime: 10 * 60_000 },
  );
  const curve = curves.data?.[0];
  const { bands, deadband, isOwn } = point ? limitsOf(point.PointId) : { bands: {}, deadband: 0, isOwn: false };
  const moving = useMoving(bands, point, projectId, onTheWire(span, timeZone));
  const onLine = isOwn ? null : onBand;
  const mayAsk = useMay('alarmManage', 'monitorView', 'monitorEdit');
  const { start: StartTime, end: EndTime } = onTheWire(span, timeZone);
  const made = useCall(
    'getAlarmsOfPoints',
    tried && point && strategyId !== null && mayAsk
      ? { body: { ProjectId: projectId, PointIdList: [point.PointId], StartTime, EndTime } }
      : null,
    { staleTime: 60_000 },
  );
  const nameOf = useVariantName(point?.Unit ?? '');
  const shown = tried?.list.find(({ Kind }) => Kind === tried.shown);
  const isTried = !!point && !!tried?.pointIds.includes(point.PointId);
  const lanes = (): TrialLane[] => {
    if (!shown || !point || !isTried) return [];
    const markOf = (
      alarm: Omit<AlarmOfPoint, 'AlarmId' | 'StrategyId' | 'ALARM_DESCRIBE' | 'EndReason'>,
      what: string,
      extreme: number | null,
    ) => ({
      from: alarm.ALARM_EPOCH,
      to: alarm.ALARM_EPOCH_CLEARED,
      level: alarm.Level,
      what,
      extreme,
    });
    const kinds = shown.RuleList.map(({ kind }) => kind);
    // Of two conditions of a kind each is called by its place among them.
    const conditionOf = (index: number) => {
      const kind = kinds[index]!;
      const place = kinds.slice(0, index + 1).filter((each) => each === kind).length;
      return kinds.filter((each) => each === kind).length > 1 ? `${types[kind]} ${place}` : types[kind];
    };
    const would = shown.OccurrenceList.filter(({ PointId }) => PointId === point.PointId);
    const did = made.data?.filter(({ StrategyId }) => StrategyId === strategyId);
    return [
      {
        name: b.wouldRaise(nameOf(shown)),
        marks: would.map((alarm) => markOf(alarm, conditionOf(alarm.RuleIndex), alarm.MaxValue)),
      },
      ...(did ? [{ name: b.didRaise, marks: did.map((alarm) => markOf(alarm, alarm.ALARM_DESCRIBE, null)) }] : []),
    ];
  };
  const shape = useMemo(
    () => (curve && curve.PointType === 1 ? shapeCurves([curve], span, intervalMinutes) : null),
    [curve, span],
  );
  const body = () => {
    if (!point) return <p className="strategy-hint">{t.pastEmpty}</p>;
    if (curves.error)
      return curves.error instanceof CallError && curves.error.code === 403 ? (
        <p className="strategy-hint">{t.pastRefused}</p>
      ) : (
        <ErrorState error={curves.error} onRetry={() => void curves.refetch()} />
      );
    if (!curve) return <Skeleton height={260} />;
    if (shape)
      return (
        <>
          <CurveChart shape={shape} timeZone={timeZone} label={t.pastOf(point.PointName)} />
          <MeasuredTrialMarks lanes={lanes()} span={span} timeZone={timeZone} unit="" decimals={0} />
        </>
      );
    if (curve.DataList.every(({ Value }) => Value === null)) return <p className="strategy-hint">{t.pastNothing}</p>;
    return (
      <LimitCurve
        curve={curve}
        span={span}
        timeZone={timeZone}
        bands={standing(bands)}
        moving={moving}
        deadband={deadband}
        onBand={onLine}
        lanes={lanes()}
      />
    );
  };
  return (
    <section className="strategy-past">
      <header>
        <h2>{t.past}</h2>
        {points.length > 1 ? (
          <Select
            aria-label={t.showPoint}
            showSearch={{ optionFilterProp: 'label' }}
            value={point?.PointId}
            onChange={(id: number) => choose({ id, asked })}
            popupMatchSelectWidth={false}
            options={points.map((each) => ({
              value: each.PointId,
              label: [each.ModelTreeName, each.PointName].filter(Boolean).join(' · '),
            }))}
          />
        ) : null}
      </header>
      {isOwn ? <p className="strategy-hint">{t.pastOwn}</p> : null}
      {onLine && curve && curve.PointType === 0 && Object.keys(standing(bands)).length > 0 ? (
        <p className="strategy-hint">{t.pastHint}</p>
      ) : null}
      {body()}
      {tried && point && !isTried ? <p className="strategy-hint">{b.notTried}</p> : null}
      {isTried && shown?.IsCapped ? <p className="strategy-hint">{b.capped}</p> : null}
    </section>
  );
}

/** The lines of limits that follow other points of the shown one's device. */
function useMoving(
  bands: Bands,
  point: StrategyPoint | undefined,
  projectId: number,
  range: { readonly start: string; readonly end: string },
) {
  const references = followedBy(bands);
  const byType = references.flatMap((each) => ('pointTypeId' in each && each.pointTypeId ? [each.pointTypeId] : []));
  const deviceId = point?.ModelTreeId ?? null;
  const around = useCall(
    'getAlarmStrategyPoints',
    byType.length > 0 && deviceId !== null
      ? {
          body: {
            ProjectId: projectId,
            ModelTreeIdList: [deviceId],
            PointTypeIdList: [...new Set(byType)],
            PageIndex: 1,
            PageSize: 100,
          },
        }
      : null,
    { staleTime: 60_000 },
  ).data?.Data;
  const idOf = (reference: Reference) => point && foundAmong(reference, point, around ?? []);
  const ids = [...new Set(references.flatMap((each) => idOf(each) ?? []))];
  const followed = useCall(
    'getPointData',
    ids.length > 0
      ? {
          query: {
            ...range,
            pointIdList: ids,
            tmes: intervalMinutes,
            ProjectId: projectId,
            WithTemperature: false,
          },
        }
      : null,
    { staleTime: 10 * 60_000 },
  ).data;
  return movingLimits(bands, (reference) => followed?.find(({ PointId }) => PointId === idOf(reference)));
}
