import { commonErrors, type whyCalls } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import type { Clock } from '../../platform/clock.ts';
import { FairShare } from '../../platform/FairShare.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { epochOfLocal } from '../../platform/zonedTime.ts';
import { findProjectFacts, shownUntil } from '../../projects/index.ts';
import { readerOf } from '../alarmStaff.ts';
import { type ExplainDeps, explainAt } from './explainAt.ts';
import { explanationRow } from './present.ts';

export interface WhyDeps extends Omit<ExplainDeps, 'share'> {
  readonly clock: Clock;
}

const atOnce = 2;

export function whyHandlers({ db, clock, history }: WhyDeps): Handlers<typeof whyCalls> {
  const share = new FairShare(atOnce);
  return {
    async explainAlarm({ caller, language, signal }, { body }) {
      const { tenant, userId } = caller;
      const project = await findProjectFacts(tenant, db, body.ProjectId);
      if (!project) throw new Refusal(commonErrors.notFound);
      const now = Math.min(clock.now(), shownUntil(project) ?? Number.POSITIVE_INFINITY);
      const asked = epochOfLocal(body.Time, project.time_zone);
      if (asked === null) throw new Refusal(commonErrors.badInput, { fields: 'Time' });
      const question = { project, pointId: body.PointId, at: Math.min(asked, now), now };
      const explanation = await explainAt({ db, history, share }, tenant, question, { userId, signal });
      if (!explanation) throw new Refusal(commonErrors.notFound);
      return explanationRow(explanation, tenant, readerOf(caller, language)(project.id));
    },
  };
}
