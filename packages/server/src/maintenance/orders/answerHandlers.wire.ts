import { commonErrors, type maintenanceCalls, maintenanceErrors } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { fillIn } from '../values/fillIn.wire.ts';
import type { Reading } from '../values/reading.ts';
import { readSources } from '../values/readSources.wire.ts';
import { setAnswers, setReadings, sheetsOf } from './order.store.ts';
import type { VisitSteps } from './visitSteps.wire.ts';

type Calls = Pick<typeof maintenanceCalls, 'saveAnswers' | 'fillOrder'>;

const placeOf = ({ Group, Item }: { Group: number; Item: number }): string => `${Group} ${Item}`;

/** Filling in what a visit asks. */
export function answerHandlers(deps: MaintenanceDeps, { needFor, subjectOf }: VisitSteps): Handlers<Calls> {
  return {
    saveAnswers: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const order = await needFor(context.caller, write, body.OrderId, 'fill');
        const sheet = (await sheetsOf(tenant, write.transaction, order)).find(
          ({ template_id }) => template_id === body.TemplateId,
        );
        if (!sheet) throw new Refusal(commonErrors.notFound);
        // Two people may fill in one visit: what the other one answered meanwhile stays.
        const answers = new Map(sheet.answers.map((answer) => [placeOf(answer), answer]));
        for (const answer of body.AnswerList) {
          const item = sheet.groups[answer.Group]?.ItemList[answer.Item];
          if (item?.Content === 'numerical' && !Number.isFinite(Number(answer.Text)))
            throw new Refusal(maintenanceErrors.answerIsNoNumber, { item: item.Name });
          answers.set(placeOf(answer), answer);
        }
        await setAnswers(tenant, write.transaction, order.id, body.TemplateId, [...answers.values()]);
        write.log({
          companyId: tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          after: { answersGiven: body.AnswerList.length },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),

    fillOrder: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { transaction } = write;
        const order = await needFor(caller, write, body.OrderId, 'fill');
        const sheets = await sheetsOf(caller.tenant, transaction, order);
        const asked = await readSources(deps, caller, order.project_id, sheets, transaction, context.signal);
        const all: Reading[] = [];
        for (const sheet of sheets) {
          const read = fillIn(sheet.groups, sheet.answers, sheet.readings, asked);
          all.push(...read.readings);
          await setReadings(caller.tenant, transaction, order.id, { ...read, template_id: sheet.template_id });
        }
        const filled = all.filter(({ reason }) => reason === null).length;
        write.log({
          companyId: caller.tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          after: { valuesRead: filled },
        });
        tellMaintenance(deps, write, caller.tenant.companyId);
        return { Filled: filled, NotFilled: all.length - filled };
      }),
  };
}
