import { commonErrors, type WarningKind, type warningCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { daysOf, lastOf } from './evidence.ts';
import type { FigureKind } from './figureKinds.ts';
import { countWarnings, feedbackOf, figuresLike, findWarning, likeDevices, pageWarnings } from './list.store.ts';
import { presentWarning } from './present.ts';
import { sayOfWarning } from './sayOfWarning.ts';
import { warningQuestion } from './warningQuestion.wire.ts';

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

export function warningHandlers(deps: WarningDeps): Handlers<typeof warningCalls> {
  const { db, clock } = deps;
  return {
    async preAlarmPage({ caller, language }, { body }) {
      const rows = await pageWarnings(caller.tenant, db, warningQuestion(body), {
        offset: (body.pageIndex - 1) * body.pageSize,
        limit: body.pageSize,
      });
      const total = await countWarnings(caller.tenant, db, warningQuestion(body));
      return { Data: rows.map((row) => presentWarning(row, language)), TotalCount: total };
    },

    async updatePraAlarmFeedback(context, { query }) {
      const { caller, language } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const { ID: id, feedback, remark } = query;
        if (!(await findWarning(tenant, transaction, id))) throw new Refusal(commonErrors.notFound);
        await sayOfWarning(tenant, write, { id, feedback, remark, at: new Date(clock.now()) });
        return presentWarning((await findWarning(tenant, transaction, id))!, language);
      });
    },

    async getPreAlarmEvidence({ caller, language }, { query }) {
      const { tenant } = caller;
      const row = await findWarning(tenant, db, query.ID);
      if (!row) throw new Refusal(commonErrors.notFound);
      const kind = figureOf[row.kind];
      const figures = kind === null ? [] : await figuresLike(tenant, db, row, kind);
      const like = row.like_ids.length === 0 ? [] : await likeDevices(tenant, db, row);
      const said = await feedbackOf(tenant, db, row.id);
      return {
        Warning: presentWarning(row, language),
        DayList: daysOf(
          figures,
          row.device_id,
          row.evidence_from.getTime(),
          row.evidence_to.getTime(),
          row.time_zone,
        ).map((day) => ({
          Day: day.day,
          DayEPOCH: day.at,
          Value: day.value,
          LikeValue: day.likeValue,
        })),
        Like:
          row.like_ids.length === 0
            ? null
            : {
                ClassName: language === 'en' ? row.class_name_en : row.class_name,
                List: like.map((each) => ({
                  Mtid: each.device_id,
                  MName: inLanguage(each.device_name, each.device_name_en, language),
                  ProjectId: each.project_id,
                  ProjectName: inLanguage(each.project_name, each.project_name_en, language),
                  Value: lastOf(figures, each.device_id, row.evidence_to.getTime(), row.time_zone),
                })),
                HiddenCount: Math.max(0, row.like_count - like.length),
              },
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
