import type { RepairScheduleRow } from '@watchpost/contract';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton } from '../ui/index.ts';
import './repair.css';
import { atMinute } from './repairWords.ts';
import { text } from './text.ts';

type Shown = 'all' | 'person' | 'plant';

/** What people, platform and plant did, newest first. */
export function Journal({ repairId }: { repairId: number }) {
  const t = useText(text);
  const [shown, show] = useState<Shown>('all');
  const schedule = useCall(
    'getRepairSchedule',
    { query: { id: repairId } },
    { scope: 'company', refetchInterval: 60_000 },
  );
  const rows = schedule.data ?? [];
  const those = rows.filter(({ Kind }) => shown === 'all' || (shown === 'plant') === (Kind === 'plant'));
  return (
    <section className="repair-panel" aria-label={t.journal}>
      <div className="repair-panel-head">
        <h2>{t.journal}</h2>
        <Segmented
          size="small"
          aria-label={t.journal}
          value={shown}
          onChange={(next) => show(next as Shown)}
          options={[
            { value: 'all', label: `${t.all} ${rows.length}` },
            { value: 'person', label: t.people },
            { value: 'plant', label: t.plant },
          ]}
        />
      </div>
      {schedule.error && !schedule.data ? (
        <ErrorState error={schedule.error} onRetry={() => void schedule.refetch()} />
      ) : schedule.isPending ? (
        <ListSkeleton />
      ) : those.length === 0 ? (
        <p className="repair-muted repair-panel-body">{t.noJournal}</p>
      ) : (
        <ol className="repair-journal">
          {those.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries of one moment are told apart by their place
            <JournalRow key={`${row.At} ${place}`} row={row} />
          ))}
        </ol>
      )}
    </section>
  );
}

function JournalRow({ row }: { row: RepairScheduleRow }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const tone = row.Action === 'recovery.verified' ? 'good' : row.Action === 'alarmRaised' ? 'urgent' : row.Kind;
  return (
    <li>
      <time>{atMinute(dates, row.At, now)}</time>
      <span className={`repair-dot repair-dot-${tone}`} aria-hidden="true" />
      <span className="repair-journal-text">{row.Text}</span>
      <span className="repair-muted">{row.UserName ?? (row.Kind === 'plant' ? t.telemetry : t.platform)}</span>
    </li>
  );
}
