import type { Language, ShelfRow } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { shelvedKind } from './shelvedKind.ts';
import type { ShelfListRow } from './shelves.store.ts';
import { type WeeklyTimes, weeklyHolds } from './weeklyTimes.ts';

const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const named = (name: string | null, nameEn: string | null, language: Language): string =>
  name === null ? '' : inLanguage(name, nameEn, language);

export const weeklyOf = ({ weekdays, from_minute, until_minute }: ShelfListRow): WeeklyTimes | null =>
  weekdays && from_minute !== null && until_minute !== null
    ? { weekdays, fromMinute: from_minute, untilMinute: until_minute }
    : null;

/** What it hides, as its log lines name it, too. */
export function targetOf(row: ShelfListRow, language: Language): { target: ShelfRow['Target']; name: string } {
  const device = named(row.device_name, row.device_name_en, language);
  const point = named(row.point_name, row.point_name_en, language);
  const ofPoint = [device, point].filter(Boolean).join(' · ');
  if (row.kind === 'shelved') {
    const subject = ofPoint || named(row.subject_name, row.subject_name_en, language);
    const kind = row.alarm_kind === null ? null : shelvedKind(row.alarm_kind, row.side)[language];
    return { target: 'alarm', name: [subject, kind].filter(Boolean).join(' · ') };
  }
  if (row.point_id !== null) return { target: 'point', name: ofPoint };
  if (row.device_id !== null) return { target: 'device', name: device };
  if (row.area_id !== null) return { target: 'area', name: named(row.area_name, row.area_name_en, language) };
  return { target: 'project', name: inLanguage(row.project_name, row.project_name_en, language) };
}

export function stateOf(row: ShelfListRow, now: number): ShelfRow['State'] {
  if (row.ended_at !== null || (row.until_at !== null && row.until_at.getTime() <= now)) return 'over';
  const weekly = weeklyOf(row);
  const isIn = row.from_at.getTime() <= now && (weekly === null || weeklyHolds(weekly, now, row.time_zone));
  return isIn ? 'inForce' : 'planned';
}

export function presentShelf(row: ShelfListRow, now: number, language: Language): ShelfRow {
  const { target, name } = targetOf(row, language);
  const weekly = weeklyOf(row);
  return {
    ShelfId: row.id,
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name, row.project_name_en, language),
    Kind: row.kind,
    Target: target,
    TargetName: name,
    Level: row.severity,
    Reason: inLanguage(row.reason, row.reason_en, language),
    State: stateOf(row, now),
    FromEPOCH: row.from_at.getTime(),
    UntilEPOCH: row.until_at?.getTime() ?? null,
    Weekly: weekly && {
      Weekdays: [...weekly.weekdays],
      From: clockText(weekly.fromMinute),
      Until: clockText(weekly.untilMinute),
    },
    ReviewDate: row.review_on,
    Overdue:
      row.ended_at === null && row.review_on !== null && row.review_on <= localOfEpoch(now, row.time_zone).slice(0, 10),
    UserName: row.user_name,
    CreateEPOCH: row.created_at.getTime(),
    EndEPOCH: row.ended_at?.getTime() ?? null,
    EndUserName: row.ended_name,
    HiddenCount: row.hidden_count,
  };
}
