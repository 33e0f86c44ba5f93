import { alarmRates, type AlarmHealth as Health } from '@watchpost/contract';
import { Button, Table } from 'antd';
import { useListExport } from '../../downloads/index.ts';
import { useDates } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { usePreference } from '../../lib/preferences.ts';
import { useCall } from '../../lib/useCall.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { DaysField, useDays } from '../../ui/days/index.ts';
import { NumberField } from '../../ui/form/index.ts';
import { EmptyState, ErrorState, ListSkeleton, SeverityMark } from '../../ui/index.ts';
import { whileWaiting } from '../../ui/list/index.ts';
import type { AlarmTabProps } from '../alarmTabProps.ts';
import { AlarmProof } from '../proof/AlarmProof.tsx';
import { useAlarmInAddress } from '../useAlarmInAddress.ts';
import { BadActors } from './BadActors.tsx';
import { FigureCards } from './FigureCards.tsx';
import { Buckets, DayBars, Figures, Levels, Windows } from './HealthFigures.tsx';
import './health.css';
import { text } from './text.ts';

/** Spec §5.4. */
const longestDays = 31;

/** How well the alarms are set up, by ISA-18.2 and EEMUA 191, and what to do about the worst of them. A tab and a page. */
export function AlarmHealth({ projectId }: AlarmTabProps) {
  const t = useText(text);
  const [days, choose] = useDays(longestDays);
  const [operators, setOperators] = usePreference('alarms.operators', 1);
  const input = {
    body: {
      ...(projectId === null ? {} : { ProjectId: projectId }),
      StartTime: `${days.from} 00:00`,
      EndTime: `${days.to} 23:59`,
      Operators: operators,
    },
  };
  const exportList = useListExport();
  const health = useCall('getAlarmHealth', input, {
    ...whileWaiting,
    staleTime: 60_000,
    scope: projectId === null ? 'company' : 'project',
  });
  return (
    <div className="alarm-health">
      <div className="alarm-health-tools">
        <DaysField label={t.period} days={days} maxDays={longestDays} onChange={choose} />
        <label htmlFor="health-operators" title={t.operatorsHint}>
          {t.operators}
          <NumberField
            id="health-operators"
            min={1}
            max={100}
            precision={0}
            value={operators}
            onChange={(value) => typeof value === 'number' && setOperators(value)}
          />
        </label>
        <Button disabled={!health.data} onClick={() => void exportList('alarmHealth', input)}>
          {t.export}
        </Button>
      </div>
      {health.error && !health.data ? (
        <ErrorState error={health.error} onRetry={() => void health.refetch()} />
      ) : health.data ? (
        <Report health={health.data} ofAll={projectId === null} />
      ) : (
        <ListSkeleton rows={8} />
      )}
      <AlarmProof projectId={projectId} days={days} />
    </div>
  );
}

function Report({ health, ofAll }: { health: Health; ofAll: boolean }) {
  const t = useText(text);
  const isEmpty = health.Total === 0 && health.StandingCount === 0;
  const leftOut = health.Recorded + health.Hidden > 0 ? t.leftOut(health.Recorded, health.Hidden) : null;
  if (isEmpty) return <EmptyState title={t.nothing} hint={leftOut ?? t.nothingHint} />;
  return (
    <>
      <Figures health={health} />
      <p className="alarm-health-note">
        {t.source} {leftOut}
      </p>
      <div className="alarm-health-pair">
        <DayBars health={health} />
        <Windows health={health} />
      </div>
      <div className="alarm-health-three">
        <Levels health={health} />
        <Buckets title={t.durations} list={health.DurationList} />
        <Buckets title={t.responses} list={health.ResponseList} rest={health.Unconfirmed} />
      </div>
      <BadActors actors={health.BadActorList} withProject={ofAll} />
      {ofAll && health.ProjectList.length > 0 ? <Projects health={health} /> : null}
      <Standing health={health} withProject={ofAll} />
      <Floods health={health} />
    </>
  );
}

function Projects({ health }: { health: Health }) {
  const t = useText(text);
  const dates = useDates();
  const isWide = useMedia('(min-width: 768px)');
  const number = (key: 'Count' | 'PreviousCount' | 'Urgent' | 'Standing' | 'Unconfirmed', title: string) => ({
    key,
    title,
    dataIndex: key,
    align: 'right' as const,
  });
  if (!isWide)
    return (
      <section>
        <h2>{t.projects}</h2>
        <FigureCards
          label={t.projects}
          cards={health.ProjectList.map((row) => ({
            key: row.ProjectId,
            heading: row.ProjectName,
            facts: [
              { name: t.count, value: row.Count },
              { name: t.previous, value: row.PreviousCount },
              { name: t.urgent, value: row.Urgent },
              { name: t.standing, value: row.Standing },
              { name: t.notConfirmed, value: row.Unconfirmed },
              { name: t.response, value: dates.duration(row.MedianResponseSeconds) },
            ],
          }))}
        />
      </section>
    );
  return (
    <section>
      <h2>{t.projects}</h2>
      <Table
        size="small"
        className="tabular"
        rowKey="ProjectId"
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        scroll={{ x: 'max-content' }}
        dataSource={health.ProjectList}
        columns={[
          { key: 'name', title: t.project, dataIndex: 'ProjectName' },
          number('Count', t.count),
          number('PreviousCount', t.previous),
          number('Urgent', t.urgent),
          number('Standing', t.standing),
          number('Unconfirmed', t.notConfirmed),
          {
            key: 'response',
            title: t.response,
            align: 'right',
            render: (_, row) => dates.duration(row.MedianResponseSeconds),
          },
        ]}
      />
    </section>
  );
}

function Standing({ health, withProject }: { health: Health; withProject: boolean }) {
  const t = useText(text);
  const dates = useDates();
  const [, open] = useAlarmInAddress();
  return (
    <section>
      <h2>{t.standingList}</h2>
      {health.StandingList.length === 0 ? (
        <p className="alarm-health-note">{t.noStanding}</p>
      ) : (
        <ul className="alarm-health-list">
          {health.StandingList.map((alarm) => (
            <li key={alarm.AlarmId}>
              <button type="button" className="alarm-health-open" onClick={() => open(alarm.AlarmId)}>
                <SeverityMark level={alarm.Level} />
                <span>
                  <b>
                    {[withProject ? alarm.ProjectName : '', alarm.MName, alarm.PointName].filter(Boolean).join(' · ')}
                  </b>
                  <small>{alarm.ALARM_DESCRIBE}</small>
                </span>
                <small className="tabular">
                  {t.since} {dates.dateTime(alarm.ALARM_EPOCH)}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Floods({ health }: { health: Health }) {
  const t = useText(text);
  const dates = useDates();
  return (
    <section>
      <h2>{t.floods}</h2>
      {health.FloodList.length === 0 ? (
        <p className="alarm-health-note">{t.noFloods(alarmRates.flood * health.Operators)}</p>
      ) : (
        <Table
          size="small"
          className="tabular"
          rowKey="From"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={health.FloodList}
          columns={[
            { key: 'from', title: t.begin, render: (_, row) => dates.dateTime(row.From) },
            {
              key: 'for',
              title: t.lasted,
              align: 'right',
              render: (_, row) => dates.duration((row.To - row.From) / 1000),
            },
            { key: 'count', title: t.count, align: 'right', dataIndex: 'Count' },
            { key: 'peak', title: t.worstTen, align: 'right', dataIndex: 'Peak' },
          ]}
        />
      )}
    </section>
  );
}
