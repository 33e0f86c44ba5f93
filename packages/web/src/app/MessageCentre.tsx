import { BellOutlined } from '@ant-design/icons';
import { Badge, Button, Popover, Tabs } from 'antd';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import { Age, EmptyState, ErrorState, ListSkeleton, SeverityMark } from '../ui/index.ts';
import { text } from './text.ts';
import { useAlarmMessages } from './useOpenAlarms.ts';

/** Open alarms of all the user's projects. A click opens the alarm where the user may manage alarms. Spec §2, §6. */
export function MessageCentre() {
  const t = useText(text);
  const [open, setOpen] = useState(false);
  const messages = useAlarmMessages();
  const count = messages.data?.TotalCount ?? 0;
  const button = useRef<HTMLButtonElement>(null);
  const closeByKey = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape from anywhere inside
    <span className="message-anchor" onKeyDown={closeByKey}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        // Beside the button, so that Tab leads from it into the list.
        getPopupContainer={(node) => node.parentElement ?? document.body}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        align={{ overflow: { shiftX: 12, adjustY: true } }}
        classNames={{ root: 'message-centre' }}
        content={<Messages messages={messages} onLeave={() => setOpen(false)} />}
      >
        <Button
          ref={button}
          type="text"
          aria-label={count > 0 ? t.messagesWith(count) : t.messages}
          aria-haspopup="dialog"
          aria-expanded={open}
          icon={
            <Badge count={count} overflowCount={99} size="small" offset={[4, -2]}>
              <BellOutlined className="header-icon" />
            </Badge>
          }
        />
      </Popover>
    </span>
  );
}

function Messages({ messages, onLeave }: { messages: ReturnType<typeof useAlarmMessages>; onLeave: () => void }) {
  const t = useText(text);
  const mayOpen = useMay('alarmManage');
  const count = messages.data?.TotalCount ?? 0;
  return (
    <div role="dialog" aria-label={t.messages}>
      <Tabs
        size="small"
        items={[
          {
            key: 'alarms',
            label: `${t.alarms}${count > 0 ? ` ${count > 99 ? '99+' : count}` : ''}`,
            children: <AlarmMessages messages={messages} onLeave={onLeave} />,
          },
        ]}
      />
      {mayOpen ? (
        <div className="message-foot">
          <Link to={links.allProjectAlarms} onClick={onLeave}>
            {t.allAlarms}
          </Link>
        </div>
      ) : null}
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
