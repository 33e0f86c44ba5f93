import { maintenanceStates } from '@watchpost/contract';
import { Button } from 'antd';
import { type CSSProperties, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual, useLanguage } from '../lib/language.ts';
import { useCall } from '../lib/useCall.ts';
import { useToday } from '../ui/days/index.ts';
import { ErrorState, ListSkeleton } from '../ui/index.ts';
import './maintenance.css';
import { maintenanceText } from './text.ts';

const shifted = (month: string, by: number): string => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
};

/** The visits of a month by day; on a phone a list of the days that have some. */
export function OrdersCalendar({
  projectIds,
  onOpen,
}: {
  projectIds: number[] | undefined;
  onOpen: (orderId: number) => void;
}) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const language = useLanguage();
  const today = useToday();
  const [month, setMonth] = useState(today.slice(0, 7));
  const visits = useCall(
    'getMaintenanceCalendar',
    { body: { Month: month, ...(projectIds && { ProjectIdList: projectIds }) } },
    { scope: 'company' },
  );
  const [year, number] = month.split('-').map(Number) as [number, number];
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  /** Monday first. */
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const byDay = Map.groupBy(visits.data ?? [], ({ PlannedDate }) => PlannedDate);
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB';
  const title = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(year, number - 1, 1),
  );
  const weekdays = Array.from({ length: 7 }, (_, i) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + i)),
  );
  return (
    <section className="mt-panel mt-calendar" aria-label={t.calendar}>
      <div className="mt-head">
        <h2 aria-live="polite">{title}</h2>
        <div className="mt-actions">
          <Button onClick={() => setMonth(shifted(month, -1))}>{t.monthBefore}</Button>
          <Button onClick={() => setMonth(today.slice(0, 7))}>{t.thisMonth}</Button>
          <Button onClick={() => setMonth(shifted(month, 1))}>{t.monthAfter}</Button>
        </div>
      </div>
      {visits.error ? <ErrorState error={visits.error} onRetry={() => void visits.refetch()} /> : null}
      {visits.isPending ? <ListSkeleton rows={6} /> : null}
      {visits.data ? (
        <>
          <div className="mt-week" aria-hidden="true">
            {weekdays.map((day) => (
              <span key={day}>{day}</span>
            ))}
          </div>
          <ol className="mt-days" style={{ '--mt-first': before + 1 } as CSSProperties}>
            {Array.from({ length: days }, (_, i) => {
              const day = `${month}-${String(i + 1).padStart(2, '0')}`;
              const found = byDay.get(day) ?? [];
              return (
                <li
                  key={day}
                  className={`${found.length === 0 ? 'mt-empty-day' : ''}${day === today ? ' mt-today' : ''}`}
                >
                  <time dateTime={day}>{i + 1}</time>
                  {found.map((visit) => (
                    <button
                      key={visit.OrderId}
                      type="button"
                      className={`mt-visit mt-visit-${visit.Overdue ? 'overdue' : visit.State}`}
                      title={`${visit.ContractName} · ${visit.TeamName}`}
                      onClick={() => onOpen(visit.OrderId)}
                    >
                      {visit.ProjectName}
                      <small>{visit.Overdue ? t.overdue : inWords(maintenanceStates[visit.State])}</small>
                    </button>
                  ))}
                </li>
              );
            })}
          </ol>
          {visits.data.length === 0 ? <p>{t.noVisits}</p> : null}
        </>
      ) : null}
    </section>
  );
}
