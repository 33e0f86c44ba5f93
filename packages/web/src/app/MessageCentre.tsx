import { BellOutlined } from '@ant-design/icons';
import { Badge, Button, Popover } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useRepairPopups } from '../repair/useRepairMessages.ts';
import { ListSkeleton } from '../ui/index.ts';
import { lazyPart } from './loadPage.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { text } from './text.ts';
import { useAlarmMessages } from './useOpenAlarms.ts';

/** What it shows is large and loads when it is opened. */
const Messages = lazyPart(() => import('./Messages.tsx').then((m) => m.Messages));

/** Open alarms of all the user's projects, and messages about repairs. A click opens the alarm where the user may manage alarms. Spec §2, §6. */
export function MessageCentre() {
  const t = useText(text);
  const [open, setOpen] = useState(false);
  const messages = useAlarmMessages();
  useRepairPopups();
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
        content={
          <PageBoundary>
            <Suspense fallback={<ListSkeleton />}>
              <Messages messages={messages} onLeave={() => setOpen(false)} />
            </Suspense>
          </PageBoundary>
        }
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
