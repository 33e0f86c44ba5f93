import { Link, useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import { Age, EmptyState, ErrorState, ListSkeleton, SeverityMark } from '../ui/index.ts';
import { text } from './text.ts';
import { useRepairMessages } from './useRepairMessages.ts';

/** The repair tab of the message centre. Without permission 40 a click does nothing. Spec §6. */
export function RepairMessages({ onLeave }: { onLeave: () => void }) {
  const t = useText(text);
  const navigate = useNavigate();
  const mayOpen = useMay('repairWork');
  const messages = useRepairMessages();
  if (messages.error && !messages.data)
    return <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />;
  if (!messages.data) return <ListSkeleton />;
  if (messages.data.Data.length === 0) return <EmptyState title={t.noMessages} hint={t.noMessagesHint} />;
  return (
    <>
      <ul className="message-list">
        {messages.data.Data.map((message) => {
          const words = (
            <>
              <span className="message-mark">
                <SeverityMark level={message.Level} size={13} />
              </span>
              <span className="message-text">
                <span className="message-title">{message.RepairOrder}</span>
                <span className="message-reason">{message.RepairMessageContent}</span>
                <span className="message-place">{message.ProjectName}</span>
              </span>
              <Age at={message.CreateTime} className="message-age" />
            </>
          );
          return (
            <li key={message.MessageId}>
              {mayOpen ? (
                <button
                  type="button"
                  className="message"
                  onClick={() => {
                    onLeave();
                    navigate(links.repair(message.RepairId, message.ProjectID));
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
      {mayOpen ? (
        <div className="message-foot">
          <Link to={links.repairs} onClick={onLeave}>
            {t.allOrders}
          </Link>
        </div>
      ) : null}
    </>
  );
}
