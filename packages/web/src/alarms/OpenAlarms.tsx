import type { AlarmRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import { EmptyState, ErrorState, ListSkeleton, SeverityMark, useHotkeys } from '../ui/index.ts';
import { alarmName, byUrgency, needsConfirmation } from './alarmStatus.ts';
import { Ahead } from './Forecast.tsx';
import { HeldWords } from './HeldWords.tsx';
import { Lasting } from './Lasting.tsx';
import './OpenAlarms.css';
import { OtherLevel } from './OtherLevel.tsx';
import { PresentValue } from './PresentValue.tsx';
import { followUpText, text } from './text.ts';
import { useAcknowledge } from './useAcknowledge.ts';

/**
 * What needs a person, most pressing first, with the next step on each entry. The keys j, k and a work while it is on the screen.
 *
 * @param alarms undefined while they load
 * @param total of all open alarms, of which `alarms` may be the first page
 */
export function OpenAlarms({
  alarms,
  total,
  ofWholeProject = false,
  error,
  onRetry,
  onOpen,
}: {
  alarms: readonly AlarmRow[] | undefined;
  total: number;
  /** Beside a part of the project's devices: says that the alarms are those of all. */
  ofWholeProject?: boolean;
  error: unknown;
  onRetry: () => void;
  onOpen: (alarmId: number) => void;
}) {
  const t = useText(text);
  const followUps = useText(followUpText);
  const list = useRef<HTMLOListElement>(null);
  const acting = useAcknowledge();
  const mayHandle = useMay('alarmHandle');
  const mayManage = useMay('alarmManage');
  const sorted = useMemo(() => [...(alarms ?? [])].sort(byUrgency), [alarms]);

  const items = () => [...(list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])];
  const focused = () => items().findIndex((item) => item.contains(document.activeElement));
  const move = (step: number) => {
    const all = items();
    const from = focused();
    all[Math.max(0, Math.min(all.length - 1, (from < 0 && step < 0 ? all.length : from) + step))]?.focus();
  };
  useHotkeys(
    [
      { keys: 'j', what: { zh: '下一条报警', en: 'Next alarm' }, run: () => move(1) },
      { keys: 'k', what: { zh: '上一条报警', en: 'Previous alarm' }, run: () => move(-1) },
      {
        keys: 'a',
        what: { zh: '确认所选报警', en: 'Acknowledge the selected alarm' },
        run: () => {
          const alarm = sorted[focused()];
          if (alarm && mayHandle && needsConfirmation(alarm)) acting.acknowledge(alarm);
        },
      },
    ],
    sorted.length > 0,
  );

  return (
    <section className="alarm-panel" aria-label={t.openAlarms}>
      <header className="alarm-panel-head">
        <h2>
          {t.openAlarms}
          {ofWholeProject ? <small> · {t.wholeProject}</small> : null}
        </h2>
        {mayManage && total > 0 ? <Link to={links.currentAlarms}>{t.all(total)}</Link> : null}
      </header>
      {error && !alarms ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : !alarms ? (
        <ListSkeleton />
      ) : sorted.length === 0 ? (
        <EmptyState title={t.nothingOpen} hint={t.nothingOpenHint} />
      ) : (
        <ol className="alarm-panel-list" ref={list}>
          {sorted.map((alarm, index) => {
            const open = needsConfirmation(alarm);
            const note = open
              ? alarm.NotifiedCount > 0
                ? t.notified(alarm.NotifiedCount)
                : ''
              : [
                  alarm.AckedName ? t.confirmedAs(alarm.AckedName) : t.confirmed,
                  alarm.FollowUp ? followUps[alarm.FollowUp] : '',
                ]
                  .filter(Boolean)
                  .join(' · ');
            return (
              <li
                key={alarm.Id}
                tabIndex={index === 0 ? 0 : -1}
                className={open ? 'alarm-entry' : 'alarm-entry alarm-entry-confirmed'}
                aria-label={alarmName(alarm)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(alarm.Id);
                }}
              >
                <span className="alarm-entry-mark">
                  <SeverityMark level={alarm.Level} size={14} />
                </span>
                <button type="button" className="alarm-entry-open" onClick={() => onOpen(alarm.Id)}>
                  <span className="alarm-entry-head">
                    <span className="alarm-entry-name">
                      {alarmName(alarm)} <OtherLevel alarm={alarm} />
                    </span>
                    <span className="alarm-entry-lasting">
                      {alarm.Active ? <Lasting alarm={alarm} /> : alarm.EndReason === null ? t.returned : t.ended}
                    </span>
                  </span>
                  <span className="alarm-entry-reason">
                    {alarm.ALARM_DESCRIBE} <PresentValue alarm={alarm} />
                  </span>
                  <Ahead alarm={alarm} />
                  <HeldWords alarm={alarm} />
                </button>
                <span className="alarm-entry-foot">
                  {mayHandle && open ? (
                    <Button
                      size="small"
                      type={index === 0 ? 'primary' : 'default'}
                      aria-label={t.confirmOf(alarmName(alarm))}
                      loading={acting.pendingId === alarm.Id}
                      onClick={() => acting.acknowledge(alarm)}
                    >
                      {t.confirm}
                    </Button>
                  ) : null}
                  {mayHandle ? (
                    <Button size="small" aria-label={t.handleOf(alarmName(alarm))} onClick={() => onOpen(alarm.Id)}>
                      {t.handle}
                    </Button>
                  ) : null}
                  {note ? <span className="alarm-entry-note">{note}</span> : null}
                </span>
              </li>
            );
          })}
          {total > sorted.length ? (
            <li className="alarm-entry-more">
              <Link to={links.currentAlarms}>{t.more(total - sorted.length)}</Link>
            </li>
          ) : null}
        </ol>
      )}
      <footer className="alarm-panel-keys" aria-hidden="true">
        <span>
          <kbd>J</kbd> <kbd>K</kbd> {t.keyMove}
        </span>
        {mayHandle ? (
          <span>
            <kbd>A</kbd> {t.keyConfirm}
          </span>
        ) : null}
        <span>
          <kbd>Enter</kbd> {t.keyOpen}
        </span>
        <span>
          <kbd>?</kbd> {t.keyHelp}
        </span>
      </footer>
    </section>
  );
}
