import { useQueryClient } from '@tanstack/react-query';
import { type AlarmRow, alarmLevels } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { callApi } from '../lib/client.ts';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { SeverityMark, useNotify } from '../ui/index.ts';
import { type ListColumn, ListPage, type RowAction, useList, whileWaiting } from '../ui/list/index.ts';
import './AlarmList.css';
import { type AlarmView, alarmCallOf, alarmList } from './alarmList.ts';
import { alarmName, needsConfirmation } from './alarmStatus.ts';
import { Lasting } from './Lasting.tsx';
import { StatusTag } from './StatusTag.tsx';
import type { AlarmTabProps } from './tabs.ts';
import { text } from './text.ts';
import { useAcknowledge } from './useAcknowledge.ts';
import { refreshAlarms } from './useAlarmChanges.ts';
import { useAlarmInAddress } from './useAlarmInAddress.ts';

/** Active, or not confirmed by anybody yet. */
export const CurrentAlarms = (props: AlarmTabProps) => <AlarmList view="current" {...props} />;

/** Confirmed and still active. */
export const ConfirmedAlarms = (props: AlarmTabProps) => <AlarmList view="confirmed" {...props} />;

/** Alarms of a project, or of all projects the user may see; the key `a` confirms, several can be confirmed at once. */
function AlarmList({ projectId, view }: AlarmTabProps & { view: AlarmView }) {
  const t = useText(text);
  const list = useList(alarmList);
  const page = useCall('getAlarmAct', alarmCallOf(list.query, view, projectId), {
    scope: projectId === null ? 'company' : 'project',
    refetchInterval: pollWhenNotLive(30_000),
    ...whileWaiting,
  });
  const { projects } = useSession();
  const [, open] = useAlarmInAddress();
  const acting = useAcknowledge();
  const mayHandle = useMay('alarmHandle');
  const mayConfirm = (row: AlarmRow) => mayHandle && needsConfirmation(row);
  const allProjects = projectId === null;
  const columns = useAlarmColumns(allProjects);

  const rowActions = (row: AlarmRow): RowAction[] => {
    const name = alarmName(row);
    const toHandle = mayHandle && !needsConfirmation(row);
    const details: RowAction = {
      key: 'open',
      label: toHandle ? t.handle : t.details,
      fullLabel: toHandle ? t.handleOf(name) : t.detailsOf(name),
      inline: true,
      run: () => open(row.Id),
    };
    const confirm: RowAction = {
      key: 'confirm',
      label: t.confirm,
      fullLabel: t.confirmOf(name),
      inline: true,
      busy: acting.pendingId === row.Id,
      run: () => acting.acknowledge(row),
    };
    return mayConfirm(row) ? [confirm, details] : [details];
  };

  return (
    <ListPage
      list={list}
      page={page}
      columns={columns}
      label={t.alarms}
      keyOf={(row: AlarmRow) => row.Id}
      nameOf={alarmName}
      options={{
        project: allProjects
          ? projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))
          : null,
        levels: alarmLevels.map((level) => ({ value: level, label: <SeverityMark level={level} variant="word" /> })),
      }}
      onOpen={(row) => open(row.Id)}
      rowActions={rowActions}
      actionsWidth={164}
      rowKeys={[{ keys: 'a', what: text.confirmThisRow, run: (row) => mayConfirm(row) && acting.acknowledge(row) }]}
      rowClass={(row) => (needsConfirmation(row) && row.Active ? `alarm-mark-${row.Level}` : undefined)}
      selectable={needsConfirmation}
      {...(mayHandle
        ? {
            batch: (selected: readonly AlarmRow[], clear: () => void) => (
              <ConfirmSelected alarms={selected} onDone={clear} />
            ),
          }
        : {})}
      empty={
        view === 'confirmed'
          ? { title: t.noneConfirmed, hint: t.noneConfirmedHint }
          : { title: t.none, hint: t.noneHint }
      }
      card={(row) => <AlarmCard alarm={row} withProject={allProjects} />}
    />
  );
}

function useAlarmColumns(allProjects: boolean): readonly ListColumn<AlarmRow>[] {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  return useMemo(
    () => [
      {
        key: 'level',
        title: t.level,
        width: 104,
        always: true,
        sort: 'level',
        render: (row) => <SeverityMark level={row.Level} variant="word" size={13} />,
      },
      {
        key: 'name',
        title: t.devicePoint,
        width: 188,
        always: true,
        render: (row) => (
          <>
            <b className="alarm-name">{alarmName(row)}</b>
            {allProjects ? <small className="alarm-site">{row.ProjectName}</small> : null}
          </>
        ),
      },
      { key: 'area', title: t.area, width: 120, ellipsis: true, usuallyHidden: true, render: (row) => row.Area },
      {
        key: 'reason',
        title: t.reason,
        render: (row) => <span className="alarm-reason">{row.ALARM_DESCRIBE}</span>,
      },
      {
        key: 'raised',
        title: t.raised,
        width: 104,
        sort: 'time',
        render: (row) => (
          <time
            className="tabular"
            dateTime={new Date(row.ALARM_EPOCH).toISOString()}
            title={dates.dateTimeSeconds(row.ALARM_EPOCH)}
          >
            {dates.short(row.ALARM_EPOCH, now)}
          </time>
        ),
      },
      {
        key: 'lasting',
        title: t.lasting,
        width: 104,
        align: 'right',
        sort: 'duration',
        render: (row) => <Lasting alarm={row} />,
      },
      { key: 'status', title: t.status, width: 174, render: (row) => <StatusTag alarm={row} /> },
      { key: 'confirmedBy', title: t.confirmedBy, width: 120, ellipsis: true, render: (row) => row.AckedName },
    ],
    [t, dates, now, allProjects],
  );
}

/** One alarm on a phone. */
function AlarmCard({ alarm, withProject }: { alarm: AlarmRow; withProject: boolean }) {
  const dates = useDates();
  const now = useNow(60_000);
  return (
    <>
      <span className="alarm-card-head">
        <SeverityMark level={alarm.Level} size={14} />
        <b>{alarmName(alarm)}</b>
        <span className="alarm-card-lasting">
          <Lasting alarm={alarm} />
        </span>
      </span>
      <span className="alarm-reason">{alarm.ALARM_DESCRIBE}</span>
      <span className="alarm-card-place">
        {[withProject ? alarm.ProjectName : null, alarm.Area, dates.short(alarm.ALARM_EPOCH, now)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span>
        <StatusTag alarm={alarm} />
      </span>
    </>
  );
}

/** One after the other: each is a decision of its own, and the refused ones say why. */
function ConfirmSelected({ alarms, onDone }: { alarms: readonly AlarmRow[]; onDone: () => void }) {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const confirmAll = async () => {
    setBusy(true);
    let confirmed = 0;
    let refusal: unknown = null;
    for (const { Id, Level } of alarms) {
      try {
        await callApi('updateStatus', { query: { id: Id, level: Level } });
        confirmed += 1;
      } catch (error) {
        refusal = error;
      }
    }
    setBusy(false);
    if (confirmed > 0) notify.success(t.confirmedCount(confirmed));
    if (refusal) notify.failure(refusal);
    onDone();
    await refreshAlarms(queryClient);
  };
  return (
    <Button type="primary" loading={busy} onClick={() => void confirmAll()}>
      {t.confirmSelected(alarms.length)}
    </Button>
  );
}
