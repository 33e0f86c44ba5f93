import { CloseOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { type AlarmPush, pushTypes, realtimeTopics } from '@watchpost/contract';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useTopic } from '../lib/realtime.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { Age, SeverityMark } from '../ui/index.ts';
import { AlarmDetailDialog } from './AlarmDetailDialog.tsx';
import './AlarmPopups.css';
import { emptyPopups, type PopupQueue, withClosed, withUnread } from './popupQueue.ts';
import { pushText, text } from './text.ts';
import { useMedia } from './useMedia.ts';

/** Spec §9: asked every 60 s, page 1 of 20; the realtime channel says sooner. */
const pollMs = 60_000;
const pageSize = 20;
/** More than this would cover the page; the rest is one line. */
const shownAtOnce = { tall: 4, low: 2, phone: 1 };

/** What was closed in this tab survives a reload, should the server not have heard of it. */
const closedKey = 'watchpost.closedPopups';
/** The server lists at most 20; far older ones cannot come back. */
const rememberedAtMost = 500;

function rememberedClosed(): number[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(closedKey) ?? '[]');
    return Array.isArray(value) ? value.filter((each): each is number => typeof each === 'number') : [];
  } catch {
    return [];
  }
}

/**
 * Alarms pushed to the user: each stays until he closes it, which marks it read, and is shown once in a session. A click on its
 * body opens the alarm. Spec §4.
 */
export function AlarmPopups() {
  const { user, company } = useSession();
  const queryClient = useQueryClient();
  const [queue, setQueue] = useState<PopupQueue>(() => emptyPopups(rememberedClosed()));
  const [opened, setOpened] = useState<number | null>(null);
  /** Closed here, but the server did not take it: sent again with the next answer. */
  const unsent = useRef(new Set<number>());

  const unread = useCall(
    'getAlarmPlayScreenPage',
    { body: { UserId: user.UserId, CompanyId: company.CompanyId, PageIndex: 1, PageSize: pageSize } },
    { scope: 'company', refetchInterval: pollMs },
  );
  useTopic('userPushes', realtimeTopics.userPushes.topic(user.UserId), () => {
    void queryClient.invalidateQueries({ queryKey: ['getAlarmPlayScreenPage'] });
  });

  const listed = unread.data?.Data;
  useEffect(() => {
    if (listed) setQueue((before) => withUnread(before, listed));
  }, [listed]);

  const sendRead = (ids: readonly number[]) => {
    if (ids.length === 0) return;
    for (const id of ids) unsent.current.add(id);
    callApi('readAlarmPlayScreen', { body: [...ids] })
      .then(() => {
        for (const id of ids) unsent.current.delete(id);
      })
      // Spec §8: failures of pushes are not shown to the user; the popup is gone for him.
      .catch((error: unknown) => console.warn('Popups could not be marked as read', error));
  };
  const sendAgain = useRef(sendRead);
  useEffect(() => {
    sendAgain.current = sendRead;
  });
  useEffect(() => {
    if (unread.dataUpdatedAt > 0) sendAgain.current([...unsent.current]);
  }, [unread.dataUpdatedAt]);

  const close = (ids: readonly number[]) => {
    setQueue((before) => withClosed(before, ids));
    sessionStorage.setItem(closedKey, JSON.stringify([...queue.closed, ...ids].slice(-rememberedAtMost)));
    sendRead(ids);
  };

  return (
    <>
      <PopupStack open={queue.open} onClose={close} onOpen={setOpened} />
      <AlarmDetailDialog alarmId={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function PopupStack({
  open,
  onClose,
  onOpen,
}: {
  open: readonly AlarmPush[];
  onClose: (pushIds: readonly number[]) => void;
  onOpen: (alarmId: number) => void;
}) {
  const t = useText(text);
  const desk = useMedia('(min-width: 768px)');
  const tall = useMedia('(min-height: 900px)');
  const most = !desk ? shownAtOnce.phone : tall ? shownAtOnce.tall : shownAtOnce.low;
  const shown = open.slice(0, most);
  const urgent = shown.filter(isPressing);
  const others = shown.filter((push) => !isPressing(push));
  const popup = (push: AlarmPush) => (
    <Popup
      key={push.AlarmPushId}
      push={push}
      onClose={() => onClose([push.AlarmPushId])}
      onOpen={() => onOpen(push.AlarmId)}
    />
  );
  // The live regions are there before their content, or nothing would be announced.
  return (
    <section className={open.length === 0 ? 'popups popups-none' : 'popups'} aria-label={t.popups}>
      {open.length > 1 ? (
        <div className="popups-bar">
          <span>{open.length > most ? t.morePopups(open.length - most) : null}</span>
          <Button size="small" onClick={() => onClose(open.map(({ AlarmPushId }) => AlarmPushId))}>
            {t.closeAll}
          </Button>
        </div>
      ) : null}
      <div role="alert" className="popups-part">
        {urgent.map(popup)}
      </div>
      <div role="status" className="popups-part">
        {others.map(popup)}
      </div>
    </section>
  );
}

/** Interrupts a screen reader; the rest waits its turn. */
const isPressing = (push: AlarmPush): boolean => push.Level === 1 && push.PushType !== pushTypes.clear;

function Popup({ push, onClose, onOpen }: { push: AlarmPush; onClose: () => void; onOpen: () => void }) {
  const t = useText(text);
  const words = useText(pushText);
  const kind =
    push.PushType === pushTypes.clear
      ? 'clear'
      : push.PushType === pushTypes.escalation
        ? 'escalation'
        : push.PushType === pushTypes.repeat
          ? 'repeat'
          : 'trigger';
  const name = [push.ModelTreeName, push.PointName].filter(Boolean).join(' · ');
  return (
    <article className={`popup popup-${kind} popup-level-${kind === 'clear' ? 'good' : push.Level}`}>
      <button type="button" className="popup-body" onClick={onOpen}>
        <span className="popup-head">
          {kind === 'clear' ? (
            <svg className="popup-check" width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M2.5 8.5 6.5 12.5 13.5 4" fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
          ) : (
            <SeverityMark level={push.Level} size={14} />
          )}
          <span className="popup-kind">{words[kind]}</span>
          <Age at={push.AlarmEpoch} className="popup-age" />
        </span>
        <span className="popup-name">{name}</span>
        <span className="popup-reason">{push.AlarmSetting}</span>
        <span className="popup-project">{push.ProjectName}</span>
      </button>
      <Button
        className="popup-close"
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={t.closePopup(name)}
        onClick={onClose}
      />
    </article>
  );
}
