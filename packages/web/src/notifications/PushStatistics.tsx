import type { ChannelCount, PushDay, PushStatisticsRow } from '@watchpost/contract';
import { longestPushRangeDays } from '@watchpost/contract';
import { Button, Table, type TableColumnsType } from 'antd';
import { useMemo, useState } from 'react';
import { useListExport } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DaysField, useDays } from '../ui/days/index.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import './notifications.css';
import { text } from './text.ts';

/** How many messages about alarms went to whom, by way, by day and by person. Route /alarmManage/alarmPushStatistical and a tab. */
export function PushStatistics() {
  const t = useText(text);
  const { ProjectId } = useProject();
  const startExport = useListExport();
  const [days, choose] = useDays(longestPushRangeDays);
  const [paging, setPaging] = useState({ PageIndex: 1, PageSize: 10 });
  const [from, to] = [`${days.from} 00:00`, `${days.to} 23:59`];
  const stretch = { projectId: ProjectId, startTime: from, endTime: to };
  const filter = { ProjectId, StartTime: from, EndTime: to };
  const ways = useCall('getAlarmAppPushNum', { query: stretch }, whileWaiting);
  const byDay = useCall('getAlarmPushStatus', { query: stretch }, whileWaiting);
  const people = useCall('getPushStatisticsList', { body: { ...filter, ...paging } }, whileWaiting);
  const dayColumns = useDayColumns();
  const personColumns = usePersonColumns();
  const failed = [ways, byDay, people].find(({ isError }) => isError);
  return (
    <div className="push-statistics">
      <div className="push-statistics-tools">
        <DaysField
          label={t.period}
          days={days}
          maxDays={longestPushRangeDays}
          onChange={(picked) => {
            choose(picked);
            setPaging((before) => ({ ...before, PageIndex: 1 }));
          }}
        />
        <Button onClick={() => void startExport('pushDays', { query: stretch })}>{t.exportDays}</Button>
        <Button onClick={() => void startExport('pushStatistics', { body: filter })}>{t.exportPeople}</Button>
        <Button onClick={() => void startExport('smsPushes', { body: filter })}>{t.exportSms}</Button>
      </div>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <>
          <section aria-labelledby="push-ways">
            <h2 id="push-ways">{t.byWay}</h2>
            {ways.data ? <Ways ways={ways.data} /> : <ListSkeleton rows={2} />}
          </section>
          <section aria-labelledby="push-people">
            <h2 id="push-people">{t.byPerson}</h2>
            {people.data ? (
              <Table<PushStatisticsRow>
                size="small"
                className="tabular"
                rowKey="UserId"
                columns={personColumns}
                dataSource={people.data.Data}
                loading={people.isPlaceholderData}
                scroll={{ x: 'max-content' }}
                locale={{
                  emptyText: people.isPlaceholderData ? (
                    <ListSkeleton rows={4} />
                  ) : (
                    <EmptyState title={t.nothingSent} />
                  ),
                }}
                pagination={{
                  current: paging.PageIndex,
                  pageSize: paging.PageSize,
                  total: people.data.TotalCount,
                  hideOnSinglePage: true,
                  showTotal: t.total,
                  onChange: (PageIndex, PageSize) => setPaging({ PageIndex, PageSize }),
                }}
              />
            ) : (
              <ListSkeleton rows={4} />
            )}
          </section>
          <section aria-labelledby="push-days">
            <h2 id="push-days">{t.byDay}</h2>
            {byDay.data ? (
              <Table<PushDay>
                size="small"
                className="tabular"
                rowKey="Day"
                columns={dayColumns}
                dataSource={byDay.data}
                loading={byDay.isPlaceholderData}
                scroll={{ x: 'max-content' }}
                locale={{
                  emptyText: byDay.isPlaceholderData ? <ListSkeleton rows={4} /> : <EmptyState title={t.nothingSent} />,
                }}
                pagination={false}
              />
            ) : (
              <ListSkeleton rows={7} />
            )}
          </section>
        </>
      )}
    </div>
  );
}

function Ways({ ways }: { ways: readonly ChannelCount[] }) {
  const t = useText(text);
  /** A mail server takes a mail and says no more: 0 would mean that none arrived. */
  const arrived = ({ Channel, Delivered }: ChannelCount) =>
    Channel === 'app'
      ? `${t.read} ${Delivered}`
      : Channel === 'email' && Delivered === 0
        ? t.notKnown
        : `${t.delivered} ${Delivered}`;
  return (
    <ul className="push-ways">
      {ways.map((way) => (
        <li key={way.Channel} className="push-way">
          <div className="push-way-head">
            <span>{way.ChannelName}</span>
            {way.Available ? null : <span>{t.notConnected}</span>}
          </div>
          <div className="push-way-count tabular">{way.Sent}</div>
          <small>
            {way.AlarmsTold === way.Sent ? null : `${t.alarmsTold(way.AlarmsTold)} · `}
            {arrived(way)}
            {way.Failed > 0 ? (
              <>
                {' · '}
                <span className="push-way-failed">
                  {t.failed} {way.Failed}
                </span>
              </>
            ) : null}
            {way.Skipped > 0 ? ` · ${t.skipped} ${way.Skipped}` : null}
            {way.Waiting > 0 ? ` · ${t.waiting} ${way.Waiting}` : null}
          </small>
        </li>
      ))}
    </ul>
  );
}

function useDayColumns(): TableColumnsType<PushDay> {
  const t = useText(text);
  return useMemo(() => {
    const column = (key: Exclude<keyof PushDay, 'Day'>, title: string) => ({
      key,
      title,
      align: 'right' as const,
      dataIndex: key,
    });
    return [
      { key: 'Day', title: t.day, dataIndex: 'Day' },
      column('App', t.app),
      column('Sms', t.sms),
      column('Call', t.call),
      column('Email', t.email),
      column('Webhook', t.webhook),
      column('Failed', t.failed),
      column('Skipped', t.skipped),
    ];
  }, [t]);
}

function usePersonColumns(): TableColumnsType<PushStatisticsRow> {
  const t = useText(text);
  return useMemo(() => {
    /** How many, and of these how many arrived and failed. */
    const column = (key: string, title: string, of: (row: PushStatisticsRow) => (string | number)[]) => ({
      key,
      title,
      align: 'right' as const,
      render: (_: unknown, row: PushStatisticsRow) => of(row).join(' / '),
    });
    return [
      { key: 'name', title: t.name, dataIndex: 'UserName' },
      column('App', `${t.app} / ${t.read}`, ({ App, AppRead }) => [App, AppRead]),
      column('Sms', `${t.sms} / ${t.delivered} / ${t.failed}`, (row) => [row.Sms, row.SmsDelivered, row.SmsFailed]),
      column('Call', `${t.call} / ${t.delivered} / ${t.failed}`, (row) => [
        row.Call,
        row.CallDelivered,
        row.CallFailed,
      ]),
      column('Email', `${t.email} / ${t.failed}`, ({ Email, EmailFailed }) => [Email, EmailFailed]),
      column('Skipped', t.skipped, ({ Skipped }) => [Skipped]),
      column('Answered', t.answered, ({ Answered }) => [Answered]),
    ];
  }, [t]);
}
