import { useQueryClient } from '@tanstack/react-query';
import { Button, notification as notices } from 'antd';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useCall } from '../lib/useCall.ts';
import { reportText } from './text.ts';

/** Spec §9: asked every 60 s; the realtime channel says sooner. */
const pollMs = 60_000;
/** More at once would cover the page; the others move up as these are closed. */
const shownAtOnce = 3;
const belowHeader = 60;
const keyOf = (id: number) => `report-${id}`;

/** What a push says; another server may write more. */
function readMessage(message: string): { name: string; time: string; reportId: number | null } | null {
  try {
    const { ReportName, Time, Url } = JSON.parse(message) as Record<string, unknown>;
    const id = new URL(String(Url), window.location.origin).searchParams.get('reportId');
    return { name: String(ReportName), time: String(Time), reportId: id === null ? null : Number(id) };
  } catch {
    return null;
  }
}

/** Tells of each published report until its popup is closed, which marks it read. Shows nothing of its own; the shell holds it. */
export function ReportNotices() {
  const t = useText(reportText);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [notification, holder] = notices.useNotification({ placement: 'topRight', top: belowHeader });
  const open = useRef(new Set<number>());
  const closed = useRef(new Set<number>());
  const pushes = useCall(
    'getReportPlayScreenPush',
    { body: { IsRead: false } },
    { scope: 'company', refetchInterval: pollMs },
  ).data;

  useEffect(() => {
    if (!pushes) return;
    const close = (id: number) => {
      open.current.delete(id);
      closed.current.add(id);
      notification.destroy(keyOf(id));
      callApi('readReportPlayScreenPush', { body: [id] })
        .then(() => queryClient.invalidateQueries({ queryKey: ['getReportPlayScreenPush'] }))
        // It is gone here; the next answer brings it back at the worst.
        .catch((error: unknown) => console.warn('A report popup could not be marked as read', error));
    };
    const waiting = new Set(pushes.map(({ ReportPlayScreenPushId }) => ReportPlayScreenPushId));
    for (const id of [...open.current]) {
      if (waiting.has(id)) continue;
      open.current.delete(id);
      notification.destroy(keyOf(id));
    }
    for (const { ReportPlayScreenPushId: id, Message } of pushes) {
      if (open.current.size >= shownAtOnce) break;
      const said = open.current.has(id) || closed.current.has(id) ? null : readMessage(Message);
      if (!said) continue;
      open.current.add(id);
      notification.info({
        key: keyOf(id),
        title: t.ready,
        description: (
          <>
            <div>{said.name}</div>
            <div className="report-muted">{t.at(said.time)}</div>
          </>
        ),
        duration: false,
        role: 'status',
        onClose: () => close(id),
        actions:
          said.reportId === null ? null : (
            <Button
              type="primary"
              size="small"
              onClick={() => {
                close(id);
                navigate(links.report(said.reportId!));
              }}
            >
              {t.open}
            </Button>
          ),
      });
    }
  }, [pushes, t, notification, queryClient, navigate]);

  useEffect(() => {
    const shown = open.current;
    return () => {
      for (const id of shown) notification.destroy(keyOf(id));
    };
  }, [notification]);
  return holder;
}
