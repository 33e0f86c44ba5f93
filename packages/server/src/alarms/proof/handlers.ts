import { alarmErrors, type alarmProofCalls, commonErrors, type Language, type ParsedInput } from '@watchpost/contract';
import { needGrants, seesEveryLevel } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localDaysBetween } from '../../platform/zonedTime.ts';
import {
  countWaiting,
  type DifferenceRow,
  type ProofQuestion,
  type ProvedDayRow,
  readBudgetMinutes,
  readDifferences,
  readProvedDays,
  readUnjudged,
  type UnjudgedRow,
} from './proof.store.ts';

export interface AlarmProofDeps {
  readonly db: Db;
  readonly clock: Clock;
}

const longestDays = 31;
const unjudgedAtMost = 50;
const differencesAtMost = 100;

/** @throws Refusal when the days are none, or too many */
export function proofQuestionOf(body: ParsedInput<typeof alarmProofCalls.getAlarmProof>['body']): ProofQuestion {
  const days = localDaysBetween(`${body.StartDay} 00:00`, `${body.EndDay} 00:00`);
  if (days === null || days < 0) throw new Refusal(commonErrors.badInput, { fields: 'EndDay' }).about('EndDay');
  if (days >= longestDays) throw new Refusal(alarmErrors.rangeTooLong).about('EndDay');
  return {
    projectId: body.ProjectId ?? null,
    from: body.StartDay,
    until: body.EndDay,
  };
}

export const alarmProofHandlers = ({ db, clock }: AlarmProofDeps): Handlers<typeof alarmProofCalls> => ({
  async getAlarmProof({ caller, language }, { body }) {
    const { tenant } = caller;
    const question = proofQuestionOf(body);
    const proved = await readProvedDays(tenant, db, question);
    const unjudged = await readUnjudged(tenant, db, question, unjudgedAtMost);
    const differences = await readDifferences(tenant, db, question, differencesAtMost);
    return {
      DayList: proved.map((row) => ({
        Day: row.day,
        ProvedEPOCH: row.proved_at.getTime(),
        Points: row.points,
        Alarms: seesEveryLevel(tenant) ? row.alarms : null,
        Differences: row.differences,
        ...secondsOf(row),
        OverBudget: row.over_budget,
      })),
      WaitingDays: await countWaiting(tenant, db, question, new Date(clock.now())),
      BudgetMinutes: await readBudgetMinutes(needGrants(caller), db),
      UnjudgedPoints: unjudged[0]?.of_all ?? 0,
      UnjudgedList: unjudged.map((row) => ({
        ...placeOf(row, language),
        ...secondsOf(row),
        WorstDay: row.worst_day,
        WorstSeconds: row.worst_seconds,
      })),
      DifferenceCount: differences[0]?.of_all ?? 0,
      DifferenceList: differences.map((row) => ({
        ...placeOf(row, language),
        Day: row.day,
        Kind: row.kind,
        RuleId: row.rule_id,
        AlarmId: row.alarm_id,
        RaisedEPOCH: row.raised_at?.getTime() ?? null,
        ReturnedEPOCH: row.returned_at?.getTime() ?? null,
        RecordedRaisedEPOCH: row.recorded_raised?.getTime() ?? null,
        RecordedEndEPOCH: row.recorded_end?.getTime() ?? null,
      })),
    };
  },
});

const secondsOf = (row: ProvedDayRow | UnjudgedRow) => ({
  GapSeconds: row.gap_seconds,
  OfflineSeconds: row.offline_seconds,
  RefusedSeconds: row.refused_seconds,
  BadSeconds: row.bad_seconds,
  SuppressedSeconds: row.suppressed_seconds,
});

const placeOf = (row: UnjudgedRow | DifferenceRow, language: Language) => ({
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  Mtid: row.device_id,
  MName: row.device_name === null ? '' : inLanguage(row.device_name, row.device_name_en, language),
  PointId: row.point_id,
  PointName: inLanguage(row.point_name, row.point_name_en, language),
});
