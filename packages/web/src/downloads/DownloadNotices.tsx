import { useQueryClient } from '@tanstack/react-query';
import { type DownloadRow, realtimeTopics } from '@watchpost/contract';
import { Button, notification as notices } from 'antd';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { formatBytes } from '../lib/formatBytes.ts';
import { links } from '../lib/links.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useTopic } from '../lib/realtime.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useMedia } from '../lib/useMedia.ts';
import './downloads.css';
import { text } from './text.ts';
import { useSaveDownload } from './useSaveDownload.ts';

/** Spec §7.10 and §9: asked every 60 s, finished and unread, page 1 of 20; the realtime channel says sooner. */
const pollMs = 60_000;
const unreadOnes = { IsGenerate: '1', IsRead: '0', PageIndex: 1, PageSize: 20 } as const;
/** More at once would cover the page; the others move up as these are closed. */
const shownAtOnce = { wide: 3, phone: 1 };
/** After that it closes by itself: the file stands in the download centre. */
const shownSeconds = { wide: 20, phone: 8 };
/** Pixels from the top of the window. Never at the bottom, where alarms are shown. */
const belowHeader = 60;

const keyOf = (downloadId: number) => `download-${downloadId}`;

/**
 * Tells once of exports that have ended, on every page: the file to fetch, or why there is none. A notice goes when the user
 * closes it, fetches the file or has had time to read it, which marks it read. A window that nobody sees shows none.
 * Renders nothing of its own; the shell holds it.
 */
export function DownloadNotices() {
  const t = useText(text);
  const { user } = useSession();
  const wide = useMedia('(min-width: 768px)');
  const [notification, holder] = notices.useNotification({ placement: 'topRight', top: belowHeader });
  const onItsPage = useLocation().pathname.toLowerCase() === links.downloads.toLowerCase();
  const queryClient = useQueryClient();
  const save = useSaveDownload();
  const navigate = useNavigate();
  /** On the screen now. */
  const open = useRef(new Set<number>());
  /** Closed here, though the server may not have heard of it yet, or shown before this page was loaded. */
  const closed = useRef(new Set(toldBefore()));
  const inSight = useInSight();

  const unread = useCall('getDownloadPage', { body: unreadOnes }, { scope: 'company', refetchInterval: pollMs });
  useTopic('userDownloads', realtimeTopics.userDownloads.topic(user.UserId), () => {
    void queryClient.invalidateQueries({ queryKey: ['getDownloadPage'] });
  });

  const rows = unread.data?.Data;
  useEffect(() => {
    if (!rows) return;
    const close = (downloadId: number) => {
      open.current.delete(downloadId);
      closed.current.add(downloadId);
      notification.destroy(keyOf(downloadId));
    };
    const markRead = (downloadId: number) => {
      close(downloadId);
      callApi('downloadRead', { body: [downloadId] })
        .then(() => queryClient.invalidateQueries({ queryKey: ['getDownloadPage'] }))
        // Spec §8: it stays closed; the next answer brings it back at the worst.
        .catch((error: unknown) => console.warn('A download notice could not be marked as read', error));
    };
    const show = (row: DownloadRow) => {
      const { DownloadId, Title, Detail, State, RowCount, Size, FailureReason } = row;
      const isDone = State === 'done';
      open.current.add(DownloadId);
      rememberTold(DownloadId);
      notification[isDone ? 'success' : 'error']({
        key: keyOf(DownloadId),
        title: isDone ? t.ready(Title) : t.failed(Title),
        className: 'download-notice',
        // A phone has no room to spare over what is being read.
        ...(isDone && !wide
          ? {}
          : {
              description: (
                <>
                  {Detail ? <div className="download-notice-detail">{Detail}</div> : null}
                  {isDone ? t.readyRows(formatNumber(RowCount), formatBytes(Size)) : FailureReason}
                </>
              ),
            }),
        duration: wide ? shownSeconds.wide : shownSeconds.phone,
        role: 'status',
        onClose: () => markRead(DownloadId),
        actions: isDone ? (
          <Button
            type="primary"
            size="small"
            onClick={() => {
              close(DownloadId);
              void save(DownloadId);
            }}
          >
            {t.download}
          </Button>
        ) : (
          <Button
            size="small"
            onClick={() => {
              markRead(DownloadId);
              navigate(links.downloads);
            }}
          >
            {t.toCentre}
          </Button>
        ),
      });
    };
    if (onItsPage) {
      // The user sees them in the list itself.
      for (const { DownloadId } of rows) if (!closed.current.has(DownloadId)) markRead(DownloadId);
      return;
    }
    // Read in another window, deleted, expired.
    const waiting = new Set(rows.map(({ DownloadId }) => DownloadId));
    for (const downloadId of [...open.current]) {
      if (waiting.has(downloadId)) continue;
      open.current.delete(downloadId);
      notification.destroy(keyOf(downloadId));
    }
    if (!inSight) return;
    for (const row of rows) {
      if (open.current.size >= (wide ? shownAtOnce.wide : shownAtOnce.phone)) break;
      if (!open.current.has(row.DownloadId) && !closed.current.has(row.DownloadId)) show(row);
    }
  }, [rows, t, notification, queryClient, save, navigate, wide, onItsPage, inSight]);

  useEffect(() => {
    const shown = open.current;
    return () => {
      for (const downloadId of shown) notification.destroy(keyOf(downloadId));
    };
  }, [notification]);
  return holder;
}

/** In this browser; a page that is loaded again must not tell again. */
const toldKey = 'watchpost.downloads.told';
const toldKept = 50;

function toldBefore(): number[] {
  try {
    const told: unknown = JSON.parse(localStorage.getItem(toldKey) ?? '[]');
    return Array.isArray(told) ? told.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

const rememberTold = (downloadId: number): void =>
  localStorage.setItem(toldKey, JSON.stringify([downloadId, ...toldBefore()].slice(0, toldKept)));

const useInSight = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
    () => !document.hidden,
  );
