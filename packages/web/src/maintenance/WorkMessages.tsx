import type { AllCalls, CallData } from '@watchpost/contract';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useCall } from '../lib/useCall.ts';
import { Age, EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { maintenanceText } from './text.ts';

type Message = CallData<AllCalls['getWorkMessagePage']>['Data'][number];

const addressOf = ({ Subject, SubjectId }: Message): string =>
  ({ visit: links.visit(SubjectId), contract: links.contracts, debugOrder: links.debugOrder(SubjectId) })[Subject];

/** The tab of the message centre about maintenance and commissioning. A click opens what a message is about. */
export function WorkMessages({ onLeave }: { onLeave: () => void }) {
  const t = useText(maintenanceText);
  const navigate = useNavigate();
  const messages = useCall('getWorkMessagePage', { body: { PageSize: 10 } }, { scope: 'company', staleTime: 0 });
  if (messages.error && !messages.data)
    return <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />;
  if (!messages.data) return <ListSkeleton />;
  if (messages.data.Data.length === 0) return <EmptyState title={t.noMessages} hint={t.noMessagesHint} />;
  return (
    <ul className="message-list">
      {messages.data.Data.map((message) => (
        <li key={message.MessageId}>
          <button
            type="button"
            className="message"
            onClick={() => {
              onLeave();
              navigate(addressOf(message));
            }}
          >
            <span className="message-text">
              <span className="message-title">{message.Content}</span>
              <span className="message-place">{message.ProjectName}</span>
            </span>
            <Age at={message.Epoch} className="message-age" />
          </button>
        </li>
      ))}
    </ul>
  );
}
