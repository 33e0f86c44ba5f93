import { type AlarmProof as Proof, type ProofDay, proofDifferences } from '@watchpost/contract';
import { Button, Table } from 'antd';
import { useListExport } from '../../downloads/index.ts';
import { useDates } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { useCall } from '../../lib/useCall.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { ErrorState, ListSkeleton } from '../../ui/index.ts';
import { whileWaiting } from '../../ui/list/index.ts';
import { FigureCards } from '../health/FigureCards.tsx';
import { useAlarmInAddress } from '../useAlarmInAddress.ts';
import './proof.css';
import { text } from './text.ts';

/** Whether the record of alarms is what history tells, day by day, and for how long nothing could be judged. */
export function AlarmProof({
  projectId,
  days,
}: {
  /** Null: all projects of the company. */
  projectId: number | null;
  days: { readonly from: string; readonly to: string };
}) {
  const t = useText(text);
  const body = { ...(projectId === null ? {} : { ProjectId: projectId }), StartDay: days.from, EndDay: days.to };
  const proof = useCall(
    'getAlarmProof',
    { body },
    { ...whileWaiting, staleTime: 60_000, scope: projectId === null ? 'company' : 'project' },
  );
  const exportList = useListExport();
  return (
    <section className="alarm-proof">
      <div className="alarm-proof-head">
        <h2>{t.title}</h2>
        {proof.data && proof.data.DayList.length > 0 ? (
          <Button onClick={() => void exportList('alarmProof', { body })}>{t.export}</Button>
        ) : null}
      </div>
      {proof.error && !proof.data ? (
        <ErrorState error={proof.error} onRetry={() => void proof.refetch()} />
      ) : proof.data ? (
        <Compared proof={proof.data} withProject={projectId === null} />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </section>
  );
}

function Compared({ proof, withProject }: { proof: Proof; withProject: boolean }) {
  const t = useText(text);
  const dates = useDates();
  const { DayList, DifferenceCount, UnjudgedPoints, WaitingDays } = proof;
  const total = (key: 'GapSeconds' | 'OfflineSeconds' | 'RefusedSeconds' | 'BadSeconds' | 'SuppressedSeconds') =>
    DayList.reduce((sum, day) => sum + day[key], 0);
  const [gap, offline, refused, bad] = [
    total('GapSeconds'),
    total('OfflineSeconds'),
    total('RefusedSeconds'),
    total('BadSeconds'),
  ];
  const suppressed = total('SuppressedSeconds');
  const unexplained = gap - offline - refused;
  const reasons = [
    offline > 0 ? t.offline(dates.duration(offline)) : '',
    refused > 0 ? t.refused(dates.duration(refused)) : '',
    bad > 0 ? t.bad(dates.duration(bad)) : '',
  ]
    .filter(Boolean)
    .join(t.listComma);
  const time = dates.duration(gap + bad);
  const judged =
    gap + bad === 0
      ? t.judged
      : unexplained < 60
        ? t.explained(time, reasons)
        : [t.unjudged(time, UnjudgedPoints), reasons === '' ? '' : t.unexplained(dates.duration(unexplained))]
            .filter(Boolean)
            .join(' ');
  const sentences =
    DayList.length === 0
      ? [t.none]
      : [
          DifferenceCount === 0 ? t.allRight(DayList.length) : t.differ(DayList.length, DifferenceCount),
          judged,
          suppressed < 60 ? '' : t.suppressedTime(dates.duration(suppressed)),
          WaitingDays === 0 ? '' : t.waiting(WaitingDays),
        ];
  return (
    <>
      <p className="alarm-proof-verdict">{sentences.filter(Boolean).join(' ')}</p>
      <p className="alarm-health-note">{t.hint}</p>
      {DayList.length > 0 ? <Days days={DayList} budgetMinutes={proof.BudgetMinutes} /> : null}
      {proof.DifferenceList.length > 0 ? <Differences proof={proof} withProject={withProject} /> : null}
      {proof.UnjudgedList.length > 0 ? <Unjudged proof={proof} withProject={withProject} /> : null}
    </>
  );
}

type Verdict = 'good' | 'over' | 'wrong';
const verdictOf = ({ Differences, OverBudget }: ProofDay): Verdict =>
  Differences > 0 ? 'wrong' : OverBudget > 0 ? 'over' : 'good';

/** A mark for each day, told apart by shape as well as by colour. */
function Days({ days, budgetMinutes }: { days: readonly ProofDay[]; budgetMinutes: number }) {
  const t = useText(text);
  const dates = useDates();
  const words: Record<Verdict, string> = { good: t.good, over: t.over(budgetMinutes), wrong: t.wrong };
  const there = (Object.keys(words) as Verdict[]).filter((verdict) => days.some((day) => verdictOf(day) === verdict));
  return (
    <>
      <ol className="alarm-proof-days" aria-label={t.days}>
        {days.map((day) => {
          const alarms = day.Alarms === null ? '' : t.alarms(day.Alarms);
          const time = dates.duration(day.GapSeconds + day.BadSeconds);
          const said = t.day(day.Day, day.Points, alarms, day.Differences, time);
          return (
            <li key={day.Day} title={`${said}. ${words[verdictOf(day)]}`}>
              <i className={`alarm-proof-mark alarm-proof-${verdictOf(day)}`} aria-hidden="true" />
              <span className="visually-hidden">{`${said}. ${words[verdictOf(day)]}`}</span>
              <small aria-hidden="true">{day.Day.slice(5)}</small>
            </li>
          );
        })}
      </ol>
      <p className="alarm-proof-legend" aria-hidden="true">
        {there.map((verdict) => (
          <span key={verdict}>
            <i className={`alarm-proof-mark alarm-proof-${verdict}`} /> {words[verdict]}
          </span>
        ))}
      </p>
    </>
  );
}

const placeOf = (
  { ProjectName, MName, PointName }: { ProjectName: string; MName: string; PointName: string },
  withProject: boolean,
): string => [withProject ? ProjectName : '', MName, PointName].filter(Boolean).join(' · ');

function Unjudged({ proof, withProject }: { proof: Proof; withProject: boolean }) {
  const t = useText(text);
  const dates = useDates();
  const isWide = useMedia('(min-width: 768px)');
  const { UnjudgedList: list, UnjudgedPoints } = proof;
  const worst = (row: (typeof list)[number]) => `${row.WorstDay.slice(5)} · ${dates.duration(row.WorstSeconds)}`;
  return (
    <section>
      <h3>{t.unjudgedTitle}</h3>
      <p className="alarm-health-note">
        {t.unjudgedHint} {UnjudgedPoints > list.length ? t.listed(list.length, UnjudgedPoints) : null}
      </p>
      {isWide ? (
        <Table
          size="small"
          className="tabular"
          rowKey="PointId"
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: 'max-content' }}
          dataSource={list}
          columns={[
            { key: 'point', title: t.point, render: (_, row) => placeOf(row, withProject) },
            { key: 'gap', title: t.noData, align: 'right', render: (_, row) => dates.duration(row.GapSeconds) },
            {
              key: 'offline',
              title: t.lineLost,
              align: 'right',
              render: (_, row) => dates.duration(row.OfflineSeconds),
            },
            {
              key: 'refused',
              title: t.wrongTime,
              align: 'right',
              render: (_, row) => dates.duration(row.RefusedSeconds),
            },
            { key: 'bad', title: t.badData, align: 'right', render: (_, row) => dates.duration(row.BadSeconds) },
            {
              key: 'suppressed',
              title: t.suppressed,
              align: 'right',
              render: (_, row) => dates.duration(row.SuppressedSeconds),
            },
            { key: 'worst', title: t.worstDay, align: 'right', render: (_, row) => worst(row) },
          ]}
        />
      ) : (
        <FigureCards
          label={t.unjudgedTitle}
          cards={list.slice(0, 10).map((row) => ({
            key: row.PointId,
            heading: placeOf(row, withProject),
            facts: [
              { name: t.noData, value: dates.duration(row.GapSeconds) },
              { name: t.lineLost, value: dates.duration(row.OfflineSeconds) },
              { name: t.wrongTime, value: dates.duration(row.RefusedSeconds) },
              { name: t.badData, value: dates.duration(row.BadSeconds) },
              { name: t.suppressed, value: dates.duration(row.SuppressedSeconds) },
              { name: t.worstDay, value: worst(row) },
            ],
          }))}
        />
      )}
    </section>
  );
}

function Differences({ proof, withProject }: { proof: Proof; withProject: boolean }) {
  const t = useText(text);
  const dates = useDates();
  const pick = useBilingual();
  const [, open] = useAlarmInAddress();
  const { DifferenceList: list, DifferenceCount } = proof;
  const span = (from: number | null, until: number | null): string =>
    from === null ? t.nothing : `${dates.dateTime(from)} – ${until === null ? t.lasting : dates.dateTime(until)}`;
  return (
    <section>
      <h3>{t.differencesTitle}</h3>
      {DifferenceCount > list.length ? (
        <p className="alarm-health-note">{t.listed(list.length, DifferenceCount)}</p>
      ) : null}
      <ul className="alarm-proof-list">
        {list.map((row) => (
          <li key={`${row.Day} ${row.PointId} ${row.RuleId} ${row.AlarmId} ${row.RaisedEPOCH}`}>
            <b>{placeOf(row, withProject)}</b>
            <span>{pick(proofDifferences[row.Kind])}</span>
            <small className="tabular">
              {t.history}: {span(row.RaisedEPOCH, row.ReturnedEPOCH)}
            </small>
            <small className="tabular">
              {t.record}: {span(row.RecordedRaisedEPOCH, row.RecordedEndEPOCH)}
            </small>
            {row.AlarmId === null ? null : (
              <Button type="link" size="small" onClick={() => open(row.AlarmId)}>
                {t.open}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
