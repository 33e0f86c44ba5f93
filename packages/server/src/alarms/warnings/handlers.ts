import {
  commonErrors,
  type Language,
  type PreAlarm,
  type WarningKind,
  type warningCalls,
  warningFeedbacks,
  warningKinds,
} from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { daysOf } from './evidence.ts';
import type { FigureKind } from './figureKinds.ts';
import {
  feedbackOf,
  figuresLike,
  findWarning,
  insertFeedback,
  lockWarning,
  pageWarnings,
  type WarningRow,
} from './list.store.ts';
import { unitOfKind, warningText } from './warningText.ts';

export interface WarningDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** The figure by day behind each kind; null: the curve says it. */
const figureOf: Readonly<Record<WarningKind, FigureKind | null>> = {
  dutyCycle: 'dutyCycle',
  pullDown: 'pullDown',
  defrostLength: 'defrostLength',
  defrostCount: 'defrostCount',
  drift: 'mean',
  limitSoon: null,
  limitAhead: null,
};

function present(row: WarningRow, language: Language): PreAlarm {
  const unit = unitOfKind(row.kind, row.unit);
  return {
    ID: row.id,
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name, row.project_name_en, language),
    Area: row.area_name === null ? null : inLanguage(row.area_name, row.area_name_en, language),
    Mtid: row.device_id,
    MName: inLanguage(row.device_name, row.device_name_en, language),
    PointId: row.point_id,
    PointName: inLanguage(row.point_name, row.point_name_en, language),
    Content: warningText({
      kind: row.kind,
      value: row.value,
      likeValue: row.like_value,
      likeCount: row.like_count,
      pastValue: row.past_value,
      limit: row.limit_value,
      unit: row.unit,
      decimals: row.decimals,
    })[language],
    Level: row.severity,
    Type: row.kind,
    StartEPOCH: row.started_at.getTime(),
    SeenEPOCH: row.seen_at.getTime(),
    EndEPOCH: row.ended_at?.getTime() ?? null,
    EndReason: row.end_reason,
    Value: row.value,
    LikeValue: row.like_value,
    LikeCount: row.like_count,
    PastValue: row.past_value,
    Unit: unit[language],
    LimitValue: row.limit_value,
    ExpectedEPOCH: row.expected_at?.getTime() ?? null,
    ExpectedFromEPOCH: row.expected_from?.getTime() ?? null,
    ExpectedToEPOCH: row.expected_to?.getTime() ?? null,
    EvidenceFromEPOCH: row.evidence_from.getTime(),
    EvidenceToEPOCH: row.evidence_to.getTime(),
    Feedback: row.feedback,
    FeedbackRemark: row.remark,
    FeedbackName: row.feedback_name,
    FeedbackEPOCH: row.feedback_at?.getTime() ?? null,
  };
}

const some = <T>(list: readonly T[] | undefined): readonly T[] | null => (list && list.length > 0 ? list : null);

export function warningHandlers(deps: WarningDeps): Handlers<typeof warningCalls> {
  const { db, clock } = deps;
  return {
    async preAlarmPage({ caller, language }, { body }) {
      const { rows, total } = await pageWarnings(caller.tenant, db, {
        projectId: body.ProjectId ?? null,
        deviceId: body.Mtid ?? null,
        areaIds: some(body.Area),
        placeIds: some(body.subareaList),
        text: body.pname ?? null,
        severities: some(body.Level),
        kinds: some(body.TypeList),
        feedbacks: some(body.FeedbackList),
        over: body.IsOver ?? null,
        sort: body.SortType ?? null,
        ascending: body.IsAsc ?? false,
        offset: (body.pageIndex - 1) * body.pageSize,
        limit: body.pageSize,
      });
      return { Data: rows.map((row) => present(row, language)), TotalCount: total };
    },

    async updatePraAlarmFeedback(context, { query }) {
      const { caller, language } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async ({ transaction, log }) => {
        if (!(await findWarning(tenant, transaction, query.ID))) throw new Refusal(commonErrors.notFound);
        await lockWarning(tenant, transaction, query.ID);
        const before = (await findWarning(tenant, transaction, query.ID))!;
        const { feedback, remark } = query;
        await insertFeedback(tenant, transaction, { id: before.id, feedback, remark, at: new Date(clock.now()) });
        const { zh, en } = warningKinds[before.kind];
        log({
          companyId: before.company_id,
          projectId: before.project_id,
          subject: { kind: 'faultWarning', id: before.id, name: before.device_name },
          before: before.feedback && {
            kind: { zh, en },
            feedback: warningFeedbacks[before.feedback],
            remarks: before.remark ?? '',
          },
          after: { kind: { zh, en }, feedback: warningFeedbacks[feedback], remarks: remark },
        });
        return present((await findWarning(tenant, transaction, before.id))!, language);
      });
    },

    async getPreAlarmEvidence({ caller, language }, { query }) {
      const { tenant } = caller;
      const row = await findWarning(tenant, db, query.ID);
      if (!row) throw new Refusal(commonErrors.notFound);
      const kind = figureOf[row.kind];
      const figures = kind === null ? [] : await figuresLike(tenant, db, row, kind);
      const said = await feedbackOf(tenant, db, row.id);
      return {
        Warning: present(row, language),
        DayList: daysOf(figures, row.device_id, row.evidence_from.getTime(), row.evidence_to.getTime()).map((day) => ({
          DayEPOCH: day.at,
          Value: day.value,
          LikeValue: day.likeValue,
        })),
        FeedbackList: said.map((each) => ({
          Feedback: each.feedback,
          Remark: each.remark,
          UserName: each.name,
          EPOCH: each.at.getTime(),
        })),
      };
    },
  };
}
