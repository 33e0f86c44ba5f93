import { keepPreviousData } from '@tanstack/react-query';
import { type AlarmExplanation, alarmKinds, alarmVerdicts, hourMs } from '@watchpost/contract';
import { DatePicker, Modal, Select } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { CurveChart, type CurveMark, intervalFor, onTheWire, shapeCurves, useZoneOf } from '../../history/index.ts';
import { epochOfLocalTime, formatDateTimeSeconds, serverNow } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { useCall } from '../../lib/useCall.ts';
import { ErrorState, ListSkeleton, Skeleton } from '../../ui/index.ts';
import { whileWaiting } from '../../ui/list/index.ts';
import { whyText } from './text.ts';
import './why.css';

const height = 190;
const format = 'YYYY-MM-DD HH:mm:ss';

/** Each condition on a point as the engine saw it at a time, in sentences, with the samples around it. */
export function WhyDialog({
  projectId,
  points,
  at: opened,
  onClose,
}: {
  projectId: number;
  points: readonly { PointId: number; PointName: string }[];
  /** Epoch ms; it can be moved. */
  at: number;
  onClose: () => void;
}) {
  const t = useText(whyText);
  const timeZone = useZoneOf(projectId);
  // Whole seconds are asked about: the one before would be too early for what just happened.
  const [at, setAt] = useState(Math.ceil(opened / 1000) * 1000);
  const [chosen, choose] = useState(points[0]!.PointId);
  const point = points.find(({ PointId }) => PointId === chosen) ?? points[0]!;
  const local = formatDateTimeSeconds(at, timeZone);
  const why = useCall(
    'explainAlarm',
    { body: { ProjectId: projectId, PointId: point.PointId, Time: local } },
    { ...whileWaiting, scope: 'company', staleTime: 30_000 },
  );
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      width={720}
      title={t.title([why.data?.MName, point.PointName].filter(Boolean).join(' · '))}
    >
      <div className="why">
        <div className="why-tools">
          {points.length > 1 ? (
            <Select
              aria-label={t.point}
              value={point.PointId}
              onChange={choose}
              popupMatchSelectWidth={false}
              options={points.map(({ PointId, PointName }) => ({ value: PointId, label: PointName }))}
            />
          ) : null}
          <DatePicker
            aria-label={t.at}
            showTime
            allowClear={false}
            format={format}
            // The clock of the project, in a browser of any zone.
            value={dayjs(local)}
            disabledDate={(day) => day.isAfter(dayjs(formatDateTimeSeconds(serverNow(), timeZone)), 'day')}
            onChange={(picked) => {
              const moment = picked && epochOfLocalTime(picked.format(format), timeZone);
              if (moment !== null) setAt(Math.min(moment, serverNow()));
            }}
          />
          <small>{t.hint}</small>
        </div>
        <Around projectId={projectId} point={point} at={at} timeZone={timeZone} />
        {why.data ? (
          <Answer why={why.data} />
        ) : why.error ? (
          <ErrorState error={why.error} onRetry={() => void why.refetch()} />
        ) : (
          <ListSkeleton rows={4} />
        )}
      </div>
    </Modal>
  );
}

/** Whether the verdict holds for that time: conditions that were others then give none. */
const saysThen = ({ ByPresentRule, Verdict }: AlarmExplanation['RuleList'][number]): boolean =>
  !ByPresentRule || Verdict === 'notYet' || Verdict === 'notYours' || Verdict === 'closed';

function Answer({ why }: { why: AlarmExplanation }) {
  const t = useText(whyText);
  const inWords = useBilingual();
  return (
    <>
      {why.TextList.map((sentence) => (
        <p key={sentence} className="why-sentence">
          {sentence}
        </p>
      ))}
      {why.RuleList.map((rule) => (
        <section key={rule.RuleId} className="why-rule" aria-label={inWords(alarmKinds[rule.AlarmType])}>
          <header>
            <b>{inWords(alarmKinds[rule.AlarmType])}</b>
            <span className={`why-verdict ${saysThen(rule) ? `why-verdict-${rule.Verdict}` : ''}`}>
              {saysThen(rule)
                ? inWords(alarmVerdicts[rule.Verdict])
                : t.byPresentRule(inWords(alarmVerdicts[rule.Verdict]))}
            </span>
            <small>{rule.StrategyDeleted ? t.deleted(rule.StrategyName ?? '') : rule.StrategyName}</small>
          </header>
          {rule.ALARM_SETTING ? <p className="why-setting">{rule.ALARM_SETTING}</p> : null}
          <ul>
            {rule.TextList.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** The samples around the moment. */
function Around({
  projectId,
  point,
  at,
  timeZone,
}: {
  projectId: number;
  point: { PointId: number; PointName: string };
  at: number;
  timeZone: string;
}) {
  const t = useText(whyText);
  const [from, to] = [at - 2 * hourMs, Math.min(at + hourMs, serverNow())];
  const minutes = intervalFor(to - from, null);
  const curve = useCall(
    'getPointData',
    {
      query: {
        ...onTheWire({ from, to }, timeZone),
        pointIdList: [point.PointId],
        tmes: minutes,
        ProjectId: projectId,
        WithTemperature: false,
      },
    },
    { scope: 'company', placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  const shape = useMemo(
    () => curve.data && shapeCurves([...curve.data], { from, to }, minutes),
    [curve.data, from, to, minutes],
  );
  const marks = useMemo<CurveMark[]>(() => [{ at, label: t.moment, colour: 'record' }], [at, t]);
  if (curve.isPending) return <Skeleton height={height} />;
  if (!shape || shape.empty) return null;
  return (
    <CurveChart shape={shape} timeZone={timeZone} height={height} marks={marks} label={t.curve(point.PointName)} />
  );
}
