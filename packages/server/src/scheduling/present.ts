import {
  type Language,
  type ScheduleGroupRow,
  type ScheduleJobRow,
  type ScheduleRunRow,
  scheduleOutcomes,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { PointToWriteRow } from '../writing/index.ts';
import { isUndoable } from './isUndoable.ts';
import type { GroupRow, JobRow, RunRow } from './schedule.store.ts';

export const presentGroup = (
  row: GroupRow,
  points: ReadonlyMap<number, PointToWriteRow>,
  language: Language,
): ScheduleGroupRow => ({
  GroupId: row.id,
  GroupName: row.name,
  GroupDescription: row.description,
  ProjectList: row.projects.map(({ id, name, name_en }) => ({
    ProjectId: id,
    ProjectName: inLanguage(name, name_en, language),
  })),
  PointList: row.point_ids.flatMap((id) => {
    const point = points.get(id);
    return point === undefined ? [] : [presentPoint(point, language)];
  }),
  Enabled: row.enabled,
  TimeZone: row.time_zone,
  JobCount: row.job_count,
  EnabledJobCount: row.enabled_job_count,
  UpdateEpoch: row.updated_at.getTime(),
});

const presentPoint = (point: PointToWriteRow, language: Language): ScheduleGroupRow['PointList'][number] => ({
  PointId: point.point_id,
  PointName: inLanguage(point.name, point.name_en, language),
  DeviceName: point.device_name === null ? null : inLanguage(point.device_name, point.device_name_en, language),
  ProjectName: inLanguage(point.project_name, point.project_name_en, language),
  Unit: point.unit,
  Decimals: point.decimals,
  UnitMap:
    point.value_type === 'status'
      ? point.status_values.map((status) => ({ Key: status.value, Value: status[language] }))
      : [],
});

export const presentJob = (row: JobRow, runs: ReadonlyMap<number, RunRow>, language: Language): ScheduleJobRow => {
  const last = row.last_run === null ? undefined : runs.get(row.last_run);
  return {
    JobId: row.id,
    GroupId: row.group_id,
    GroupName: row.group_name,
    GroupEnabled: row.group_enabled,
    JobName: row.name,
    JobDescription: row.description,
    JobTimeExpression: row.expression,
    TimeZone: row.time_zone,
    DayFilter: row.day_filter,
    ExecutionMode: row.mode,
    PointValueList: row.writes.map(({ pointId, value }) => ({ PointId: pointId, Value: value })),
    Url: row.url,
    Method: row.method,
    ContentType: row.content_type,
    Params: row.params,
    Timeout: row.timeout_seconds,
    RespCodeList: row.resp_codes,
    ParseMode: row.parse_mode,
    ParsePointer: row.parse_pointer,
    ParseValue: row.parse_value,
    GraceMinutes: row.grace_minutes,
    JobStatus: row.enabled,
    Suspended: language === 'en' ? row.suspended_en : row.suspended_zh,
    OwnerName: row.owner_name,
    NextEpoch: row.next_at?.getTime() ?? null,
    LastRun: last === undefined ? null : presentRun(last, language),
    CreateEpoch: row.created_at.getTime(),
    UpdateEpoch: row.updated_at.getTime(),
  };
};

export const presentRun = (row: RunRow, language: Language): ScheduleRunRow => ({
  RunId: row.id,
  JobId: row.job_id,
  JobName: row.job_name,
  DueEpoch: row.due_at.getTime(),
  StartEpoch: row.started_at?.getTime() ?? null,
  FinishEpoch: row.finished_at?.getTime() ?? null,
  Outcome: row.outcome,
  OutcomeName: scheduleOutcomes[row.outcome][language],
  Message: language === 'en' ? row.message_en : row.message_zh,
  Response: row.response,
  ByName: row.by_name,
  Undoable: isUndoable(row),
  UndoneEpoch: row.undone_at?.getTime() ?? null,
  UndoneByName: row.undone_by_name,
});
