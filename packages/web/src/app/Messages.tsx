import { maintenanceReaders } from '@watchpost/contract';
import { Tabs } from 'antd';
import { Link, useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import { maintenanceText } from '../maintenance/text.ts';
import { WorkMessages } from '../maintenance/WorkMessages.tsx';
import { RepairMessages } from '../repair/RepairMessages.tsx';
import { text as repairText } from '../repair/text.ts';
import { Age, EmptyState, ErrorState, ListSkeleton, SeverityMark } from '../ui/index.ts';
import { text } from './text.ts';
import type { useAlarmMessages } from './useOpenAlarms.ts';

/** What opens below the bell. */
export function Messages({
  messages,
  onLeave,
}: {
  messages: ReturnType<typeof useAlarmMessages>;
  onLeave: () => void;
}) {
  const t = useText(text);
  const mayOpen = useMay('alarmManage');
  const mayReadRepairs = useMay('repairView', 'repairWork', 'repairDispatch');
  const mayReadVisits = useMay(...maintenanceReaders, 'repairWork', 'contractSign', 'commissioningApprove');
  const r = useText(repairText);
  const m = useText(maintenanceText);
  const count = messages.data?.TotalCount ?? 0;
  return (
    <div role="dialog" aria-label={t.messages}>
      <Tabs
        size="small"
        items={[
          {
            key: 'alarms',
            label: `${t.alarms}${count > 0 ? ` ${count > 99 ? '99+' : count}` : ''}`,
            children: (
              <>
                <AlarmMessages messages={messages} onLeave={onLeave} />
                {mayOpen ? (
                  <div className="message-foot">
                    <Link to={links.allProjectAlarms} onClick={onLeave}>
                      {t.allAlarms}
                    </Link>
                  </div>
                ) : null}
              </>
            ),
          },
          ...(mayReadRepairs
            ? [{ key: 'repairs', label: r.messages, children: <RepairMessages onLeave={onLeave} /> }]
            : []),
          ...(mayReadVisits
            ? [{ key: 'visits', label: m.messages, children: <WorkMessages onLeave={onLeave} /> }]
            : []),
        ]}
      />
    </div>
  );
}

function AlarmMessages({ messages, onLeave }: { messages: ReturnType<typeof useAlarmMessages>; onLeave: () => void }) {
  const t = useText(text);
  const navigate = useNavigate();
  const mayOpen = useMay('alarmManage');
  if (messages.error && !messages.data) {
    return <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />;
  }
  if (!messages.data) return <ListSkeleton />;
  if (messages.data.Data.length === 0) return <EmptyState title={t.noAlarms} hint={t.noAlarmsHint} />;
  return (
    <ul className="message-list">
      {messages.data.Data.map((alarm) => {
        const words = (
          <>
            <span className="message-mark">
              <SeverityMark level={alarm.ALARM_LEVEL} size={13} />
            </span>
            <span className="message-text">
              <span className="message-title">
                {alarm.MName ? `${alarm.MName} · ` : ''}
                {alarm.PointName}
              </span>
              <span className="message-reason">{alarm.ALARM_DESCRIBE}</span>
              <span className="message-place">{alarm.ProjectName}</span>
            </span>
            <Age at={alarm.ALARM_EPOCH} className="message-age" />
          </>
        );
        return (
          <li key={alarm.AlarmId}>
            {mayOpen ? (
              <button
                type="button"
                className="message"
                onClick={() => {
                  onLeave();
                  navigate(links.alarm(alarm.AlarmId, alarm.ProjectID));
                }}
              >
                {words}
              </button>
            ) : (
              <div className="message">{words}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
