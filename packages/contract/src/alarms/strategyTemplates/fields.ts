import { z } from 'zod';
import { say } from '../../inputWords.ts';
import { orNone } from '../../points/fields.ts';
import { flag, id, nameOf } from '../../scalars.ts';
import { rulesOfStrategy, strategyShape } from '../strategies/fields.ts';

/** Whether a definition names one certain point, which a template cannot know. */
function namesPoint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'pointId' in value || Object.values(value).some(namesPoint);
}

/** What is entered of a template; the conditions are those of a strategy. */
export const strategyTemplateShape = {
  TemplateName: nameOf({ zh: '模板名称', en: 'A template name' }, 2, 25),
  TemplateNameEn: strategyShape.StrategyNameEn,
  Remarks: strategyShape.Remarks,
  RemarksEn: strategyShape.RemarksEn,
  SmallTypeId: id.describe('device class it is meant for'),
  PointTypeId: id.describe('type of the points it watches on each device'),
  RuleList: rulesOfStrategy
    .refine((rules) => rules.every(({ Definition }) => Definition.kind !== 'communicationLoss'), {
      error: say({
        zh: '通讯中断在网关或从站上判断，不能放入设备类型的模板',
        en: 'Communication is judged at gateways and slaves, not at the devices a template is for',
      }),
    })
    .refine((rules) => !rules.some(({ Definition }) => namesPoint(Definition)), {
      error: say({
        zh: '模板不能引用某个具体点位，请按点类型选择',
        en: 'A template names other points by their type, never one certain point',
      }),
    }),
  EscalateMinutes: strategyShape.EscalateMinutes,
  RepeatMinutes: strategyShape.RepeatMinutes,
  NotifyOnClear: strategyShape.NotifyOnClear,
};

/** All of a template, as its form has it. */
export const StrategyTemplateForm = z.object({
  CompanyId: id.optional(),
  TemplateId: id.optional().describe('none: a new one'),
  ...strategyTemplateShape,
});
export type StrategyTemplateFormInput = z.input<typeof StrategyTemplateForm>;
export type StrategyTemplateFormValues = z.output<typeof StrategyTemplateForm>;

/** So many projects at a time. */
const someProjects = z
  .array(id)
  .min(1, { error: say({ zh: '请选择项目', en: 'Choose projects' }) })
  .max(200);

/** To which devices a template is given. */
export const ApplyTemplateForm = z.object({
  CompanyId: id.optional(),
  TemplateId: id,
  ProjectIdList: someProjects,
  ModelTreeIdList: orNone(z.array(id).min(1).max(1000)).describe('only these devices; none: all of the class'),
  IsEach: flag.default(false).describe('a strategy for each device instead of one for each project'),
  Enabled: flag.default(true),
  IsDryRun: flag.optional().describe('only say what would happen'),
});
