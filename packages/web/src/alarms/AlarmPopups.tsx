import { CloseOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { type AlarmPush, realtimeTopics } from '@watchpost/contract';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { callApi } from '../lib/client.ts';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useTopic } from '../lib/realtime.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { Age, SeverityMark, Skeleton, useHotkeys } from '../ui/index.ts';
import { AlarmDetailDialog } from './AlarmDetailDialog.tsx';
import './AlarmPopups.css';
import { isOver, isPressing, openPopups } from './popupQueue.ts';
import { pushKindOf } from './pushKindOf.ts';
import { pushText, text } from './text.ts';
import { useAcknowledge } from './useAcknowledge.ts';

/** Brings charts along, which most pages do without. */
const PopupCurve = lazy(() => import('./PopupCurve.tsx').then((module) => ({ default: module.PopupCurve })));

/** Spec §9: asked every 60 s, page 1 of 20; the realtime channel says sooner. */
const pollMs = 60_000;
const pageSize = 20;
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
 * Alarms pushed to the user, in a lane of their own under the page, so that they cover nothing: the most pressing one, the rest
 * on request. Each stays until the user closes it, which marks it read, and is shown once in a session; it follows its alarm, so
 * that it says who confirmed it meanwhile and when it returned. A click on its body opens the alarm. Spec §4.
 */
export function AlarmPopups() {
  const { user, company } = useSession();
  const queryClient = useQueryClient();
  const [closed, setClosed] = useState<ReadonlySet<number>>(() => new Set(rememberedClosed()));
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
  const open = useMemo(() => openPopups(listed ?? [], closed), [listed, closed]);
  /** Beyond the page that was asked for. */
  const further = Math.max(0, (unread.data?.TotalCount ?? 0) - (listed?.length ?? 0));

  const sendRead = (ids: readonly number[]) => {
    if (ids.length === 0) return;
    for (const id of ids) unsent.current.add(id);
    callApi('readAlarmPlayScreen', { body: [...ids] })
      .then(() => {
        for (const id of ids) unsent.current.delete(id);
        // There may be more than a page: the next ones move up.
        if (further > 0) void queryClient.invalidateQueries({ queryKey: ['getAlarmPlayScreenPage'] });
      })
      // Spec §8: failures of pushes are not shown to the user; the popup stays closed.
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
    const next = [...closed, ...ids];
    setClosed(new Set(next));
    sessionStorage.setItem(closedKey, JSON.stringify(next.slice(-rememberedAtMost)));
    sendRead(ids);
  };

  return (
    <>
      <PopupLane open={open} further={further} onClose={close} onOpen={setOpened} />
      <AlarmDetailDialog alarmId={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function PopupLane({
  open,
  further,
  onClose,
  onOpen,
}: {
  open: readonly AlarmPush[];
  further: number;
  onClose: (pushIds: readonly number[]) => void;
  onOpen: (alarmId: number) => void;
}) {
  const t = useText(text);
  const [unfolded, setUnfolded] = useState(false);
  const first = open[0];
  const more = open.length - 1 + further;
  // One that is alone has nothing to unfold; the next two are folded again.
  if (unfolded && open.length < 2) setUnfolded(false);
  useHotkeys(
    [{ keys: 'x', what: text.closeFirstPopup, run: () => first && onClose([first.AlarmPushId]) }],
    first !== undefined,
  );
  const shown = unfolded ? open : open.slice(0, 1);
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
    <section
      className={first ? 'popups popups-open' : 'popups'}
      aria-label={t.popups}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !unfolded) return;
        event.stopPropagation();
        setUnfolded(false);
      }}
    >
      <div className="popups-rows">
        <div role="alert" className="popups-part">
          {shown.filter(isPressing).map(popup)}
        </div>
        <div role="status" className="popups-part">
          {shown.filter((push) => !isPressing(push)).map(popup)}
        </div>
        {unfolded && further > 0 ? <p className="popups-further">{t.furtherPopups(further)}</p> : null}
      </div>
      {more > 0 ? (
        <div className="popups-bar">
          <Button size="small" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {unfolded ? t.foldPopups : t.morePopups(more)}
          </Button>
          <Button size="small" onClick={() => onClose(open.map(({ AlarmPushId }) => AlarmPushId))}>
            {further > 0 ? t.closeThese(open.length) : t.closeAll}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Popup({ push, onClose, onOpen }: { push: AlarmPush; onClose: () => void; onOpen: () => void }) {
  const t = useText(text);
  const words = useText(pushText);
  const over = isOver(push);
  const kind = pushKindOf(push.PushType);
  // An end by a closed rule or a dead gateway is an end, but no return.
  const heading = kind === 'clear' || kind === 'offline' || !over ? words[kind] : t.over;
  const calm = over || push.AckedEpoch !== null;
  const mayConfirm = useMay('alarmHandle') && push.AckedEpoch === null;
  const { pendingId, acknowledge } = useAcknowledge();
  const [showsCurve, showCurve] = useState(false);
  const curve = useId();
  const name = [push.ModelTreeName, push.PointName].filter(Boolean).join(' · ');
  return (
    <article className={`popup popup-${kind} popup-level-${over ? 'good' : calm ? 'calm' : push.Level}`}>
      <button type="button" className="popup-body" onClick={onOpen}>
        {over ? (
          <svg className="popup-check" width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2.5 8.5 6.5 12.5 13.5 4" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
        ) : (
          <SeverityMark level={push.Level} size={14} />
        )}
        <span className="popup-kind">{heading}</span>
        <span className="popup-name">{name}</span>
        <span className="popup-reason" title={push.AlarmSetting}>
          {push.AlarmSetting}
        </span>
        <PopupNote push={push} />
      </button>
      {mayConfirm ? (
        <Button
          size="small"
          type={push.Level === 1 ? 'primary' : 'default'}
          danger={push.Level === 1}
          loading={pendingId !== null}
          aria-label={t.confirmOf(name)}
          onClick={() => acknowledge({ Id: push.AlarmId, Level: push.Level })}
        >
          {t.confirm}
        </Button>
      ) : null}
      <Button
        className="popup-curve-button"
        size="small"
        aria-label={t.curveOfPopup(name)}
        aria-expanded={showsCurve}
        aria-controls={curve}
        onClick={() => showCurve(!showsCurve)}
      >
        {t.curve}
      </Button>
      <Button
        className="popup-close"
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={t.closePopup(name)}
        onClick={onClose}
      />
      <div id={curve} className="popup-curve" hidden={!showsCurve}>
        {showsCurve ? (
          <Suspense fallback={<Skeleton height={200} />}>
            <PopupCurve alarmId={push.AlarmId} />
          </Suspense>
        ) : null}
      </div>
    </article>
  );
}

/** Where it is, since when; of an ended alarm how long it lasted and until when; and who has taken it on. */
function PopupNote({ push }: { push: AlarmPush }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  return (
    <span className="popup-note">
      {push.AckedEpoch === null ? null : <span>{push.AckedName ? t.confirmedAs(push.AckedName) : t.confirmed}</span>}
      {push.ClearedEpoch === null ? (
        <Age at={push.AlarmEpoch} />
      ) : (
        <time dateTime={new Date(push.ClearedEpoch).toISOString()} title={dates.dateTimeSeconds(push.ClearedEpoch)}>
          {t.lastedUntil(
            dates.duration((push.ClearedEpoch - push.AlarmEpoch) / 1000),
            dates.short(push.ClearedEpoch, now),
          )}
        </time>
      )}
      <span className="popup-project">{push.ProjectName}</span>
    </span>
  );
}
