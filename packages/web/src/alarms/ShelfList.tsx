import { type ShelfRow, shelfKinds, type WeeklyWindow } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { SeverityMark } from '../ui/index.ts';
import { type ListColumn, ListPage, pagingOf, type RowAction, useList, whileWaiting } from '../ui/list/index.ts';
import type { AlarmTabProps } from './alarmTabProps.ts';
import { shelfText } from './listText.ts';
import { MaintenanceDialog } from './MaintenanceDialog.tsx';
import { OutOfServiceDialog } from './OutOfServiceDialog.tsx';
import { shelfList } from './shelfList.ts';
import { useEndShelf } from './useEndShelf.ts';
import { weekdayNames } from './weekdayNames.ts';

/** What hides alarms, and the way to plan more of it or to end it. Planned where one is: in a project. */
export function ShelfList({ projectId }: AlarmTabProps) {
  const s = useText(shelfText);
  const inWords = useBilingual();
  const dates = useDates();
  const now = useNow(60_000);
  const list = useList(shelfList);
  const { kinds, over } = list.query.filters;
  const page = useCall(
    'getAlarmShelfPage',
    { body: { ProjectId: projectId ?? undefined, KindList: kinds, IsOver: over ?? false, ...pagingOf(list.query) } },
    { scope: projectId === null ? 'company' : 'project', refetchInterval: pollWhenNotLive(30_000), ...whileWaiting },
  );
  const mayHandle = useMay('alarmHandle');
  const end = useEndShelf();
  const [planning, plan] = useState<'outOfService' | 'window' | ShelfRow | null>(null);
  const columns = useMemo((): ListColumn<ShelfRow>[] => {
    const weeklyWords = ({ Weekdays, From, Until }: WeeklyWindow) =>
      `${Weekdays.map((day) => s[weekdayNames[day - 1]!]).join('·')} ${From}–${Until}${Until <= From ? ` (${s.overnight})` : ''}`;
    return [
      { key: 'kind', title: s.kind, width: 160, always: true, render: (row) => inWords(shelfKinds[row.Kind]) },
      {
        key: 'target',
        title: s.target,
        width: 200,
        always: true,
        onCard: 'heading',
        render: (row) => (
          <>
            <b className="alarm-name">
              {row.Level === null ? null : <SeverityMark level={row.Level} size={13} />} {row.TargetName}
            </b>
            {projectId === null ? <small className="alarm-site">{row.ProjectName}</small> : null}
          </>
        ),
      },
      { key: 'reason', title: s.reason, ellipsis: true, render: (row) => <span title={row.Reason}>{row.Reason}</span> },
      {
        key: 'state',
        title: s.state,
        width: 104,
        render: (row) => (
          <>
            {{ planned: s.planned, inForce: s.inForce, over: s.over }[row.State]}
            {row.Overdue && row.ReviewDate ? (
              <small className="alarm-site alarm-overdue">{s.reviewDue(row.ReviewDate)}</small>
            ) : row.ReviewDate && row.State !== 'over' ? (
              <small className="alarm-site">{s.reviewOn(row.ReviewDate)}</small>
            ) : null}
          </>
        ),
      },
      {
        key: 'time',
        title: s.time,
        width: 200,
        render: (row) => (
          <span className="tabular">
            {dates.short(row.FromEPOCH, now)} –{' '}
            {(row.EndEPOCH ?? row.UntilEPOCH) === null ? '' : dates.short(row.EndEPOCH ?? row.UntilEPOCH, now)}
            {row.Weekly ? <small className="alarm-site">{weeklyWords(row.Weekly)}</small> : null}
          </span>
        ),
      },
      {
        key: 'hides',
        title: s.hidesNow,
        width: 84,
        align: 'right',
        render: (row) => <span className="tabular">{row.HiddenCount}</span>,
      },
      { key: 'by', title: s.by, width: 88, ellipsis: true, render: (row) => row.EndUserName ?? row.UserName },
    ];
  }, [s, inWords, dates, now, projectId]);

  const endText = (row: ShelfRow): string =>
    row.Kind === 'shelved'
      ? s.unshelve
      : row.Kind === 'outOfService'
        ? s.backInService
        : row.State === 'planned' && row.Weekly === null
          ? s.takeBack
          : s.endWindow;
  const rowActions = (row: ShelfRow): RowAction[] =>
    mayHandle && row.State !== 'over'
      ? [
          ...(row.Kind === 'maintenance'
            ? [{ key: 'edit', label: s.edit, fullLabel: s.editWindowOf(row.TargetName), run: () => plan(row) }]
            : []),
          {
            key: 'end',
            label: endText(row),
            fullLabel: s.endOf(row.TargetName),
            inline: true,
            run: () => end(row.ShelfId),
          },
        ]
      : [];

  return (
    <div className="alarm-list">
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={s.whatHides}
        keyOf={(row: ShelfRow) => row.ShelfId}
        nameOf={(row) => row.TargetName}
        rowActions={rowActions}
        actionsWidth={130}
        actions={
          mayHandle && projectId !== null ? (
            <>
              <Button onClick={() => plan('outOfService')}>{s.outOfService}</Button>
              <Button type="primary" onClick={() => plan('window')}>
                {s.planWindow}
              </Button>
            </>
          ) : null
        }
        empty={{ title: s.none, hint: s.noneHint }}
      />
      {planning === 'outOfService' ? <OutOfServiceDialog projectId={projectId!} onClose={() => plan(null)} /> : null}
      {planning === 'window' ? (
        <MaintenanceDialog projectId={projectId!} shelf={null} onClose={() => plan(null)} />
      ) : null}
      {planning !== null && typeof planning === 'object' ? (
        <MaintenanceDialog projectId={planning.ProjectId} shelf={planning} onClose={() => plan(null)} />
      ) : null}
    </div>
  );
}
