import type { AlarmRow } from '@watchpost/contract';
import { useMemo } from 'react';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { SeverityMark } from '../ui/index.ts';
import type { ListColumn } from '../ui/list/index.ts';
import type { AlarmView } from './alarmList.ts';
import { alarmName } from './alarmStatus.ts';
import { Ahead } from './Forecast.tsx';
import { HeldWords } from './HeldWords.tsx';
import { HiddenWords } from './HiddenWords.tsx';
import { Lasting } from './Lasting.tsx';
import { listText } from './listText.ts';
import { OtherLevel } from './OtherLevel.tsx';
import { PresentValue } from './PresentValue.tsx';
import { StatusTag } from './StatusTag.tsx';
import { followUpText, text } from './text.ts';
import { unbroken } from './unbroken.ts';
import { withoutLateWords } from './withoutLateWords.ts';

/** The columns of every alarm list; which of them stand there unless somebody chose others differs by list. Spec §3. */
export function useAlarmColumns(view: AlarmView, allProjects: boolean): readonly ListColumn<AlarmRow>[] {
  const t = useText(text);
  const l = useText(listText);
  const followUps = useText(followUpText);
  const dates = useDates();
  const now = useNow(60_000);
  return useMemo(() => {
    const time = (epochMs: number | null) =>
      epochMs === null ? null : (
        <time className="tabular" dateTime={new Date(epochMs).toISOString()} title={dates.dateTimeSeconds(epochMs)}>
          {dates.short(epochMs, now)}
        </time>
      );
    const isWork = view === 'past' || view === 'pending';
    const words = (key: string, title: string, read: (row: AlarmRow) => string | null): ListColumn<AlarmRow> => ({
      key,
      title,
      width: 160,
      ellipsis: true,
      usuallyHidden: true,
      render: (row) => read(row) || null,
    });
    const columns: ListColumn<AlarmRow>[] = [
      {
        key: 'level',
        title: t.level,
        width: 96,
        always: true,
        sort: 'level',
        render: (row) => <SeverityMark level={row.Level} variant="word" size={13} />,
      },
      {
        key: 'number',
        title: l.number,
        width: 84,
        usuallyHidden: true,
        render: (row) => <span className="tabular">{row.Id}</span>,
      },
      {
        key: 'name',
        title: t.devicePoint,
        width: 200,
        always: true,
        ellipsis: true,
        render: (row) => (
          <span
            className="alarm-line"
            title={[alarmName(row), allProjects && row.ProjectName].filter(Boolean).join(' · ')}
          >
            <b className="alarm-name">{alarmName(row)}</b>
            {allProjects ? <small className="alarm-site">{row.ProjectName}</small> : null}
          </span>
        ),
      },
      { key: 'area', title: t.area, width: 120, ellipsis: true, usuallyHidden: true, render: (row) => row.Area },
      {
        key: 'reason',
        title: t.reason,
        ellipsis: true,
        render: (row) => (
          <span className="alarm-line" title={row.ALARM_DESCRIBE}>
            <span>{unbroken(row.DetectedLate ? withoutLateWords(row.ALARM_DESCRIBE) : row.ALARM_DESCRIBE)}</span>
            <PresentValue alarm={row} />
            <Ahead alarm={row} />
            <HeldWords alarm={row} />
            <OtherLevel alarm={row} />
            {row.DetectedLate ? (
              <small className="alarm-site" title={t.detectedLateHint}>
                {t.detectedLate}
              </small>
            ) : null}
          </span>
        ),
      },
      {
        key: 'raised',
        title: t.raised,
        width: 100,
        sort: 'time',
        render: (row) => time(row.ALARM_EPOCH),
      },
      {
        key: 'eliminated',
        title: l.eliminated,
        width: 100,
        ...(isWork ? { sort: 'returned' } : {}),
        usuallyHidden: view !== 'past',
        // By what it ended, when it did not return, stands in its status.
        render: (row) => time(row.ALARM_EPOCH_CLEARED),
      },
      {
        key: 'lasting',
        title: t.lasting,
        width: 104,
        align: 'right',
        sort: 'duration',
        render: (row) => <Lasting alarm={row} />,
      },
      {
        key: 'hidden',
        title: l.hiddenBy,
        width: 240,
        usuallyHidden: view !== 'hidden',
        render: (row) => (row.Hidden ? <HiddenWords hidden={row.Hidden} /> : null),
      },
      {
        key: 'status',
        title: t.status,
        // Of past ones it is one word and the mark of the follow-up: the reason gets the room.
        width: view === 'past' ? 108 : 156,
        ellipsis: true,
        usuallyHidden: view === 'hidden',
        render: (row) => <StatusTag alarm={row} brief />,
      },
      {
        key: 'response',
        title: l.responseTime,
        width: 104,
        align: 'right',
        ...(isWork ? { sort: 'response' } : {}),
        usuallyHidden: view !== 'past',
        render: (row) =>
          row.ResponseTime === null ? null : <span className="tabular">{dates.duration(row.ResponseTime)}</span>,
      },
      {
        key: 'confirmedBy',
        title: t.confirmedBy,
        width: 150,
        ellipsis: true,
        // Empty for new alarms.
        usuallyHidden: view !== 'confirmed' && view !== 'pending',
        render: (row) => row.AckedName,
      },
      {
        key: 'notified',
        title: l.notified,
        width: 84,
        align: 'right',
        usuallyHidden: true,
        render: (row) => <span className="tabular">{row.NotifiedCount}</span>,
      },
      words('handler', l.handler, (row) => row.CommentName),
      words('followUp', l.followUp, (row) => row.FollowUp && followUps[row.FollowUp]),
      words('measures', l.measures, (row) => row.Measures),
      words('remarks', l.remarks, (row) => row.Comment),
      words('analysis', l.analysis, (row) => row.AnalysisResult),
    ];
    return columns;
  }, [t, l, followUps, dates, now, allProjects, view]);
}
