import { z } from 'zod';
import { type DebugCheckName, debugCheckNames } from '../commissioning/kinds.ts';
import { say } from '../inputWords.ts';
import { decimal, orNone } from '../points/fields.ts';
import { flag, freeText, groupName, id, integer, nameOf } from '../scalars.ts';
import { type ItemContent, itemContentNames, itemPhotoNames, sourceStatisticNames } from './kinds.ts';

const word = nameOf({ zh: '选项', en: 'An option' }, 1, 50);

/**
 * Where the value of an item comes from: one point, or a role that each project fills with its own: the points of this name
 * or, without one, the main points of devices, of this type where one is given.
 */
export const ItemSource = z.object({
  PointId: orNone(id).describe('this point; filled in at visits of its project'),
  PointTypeId: orNone(id),
  PointName: freeText(50).default('').describe('in either language'),
  Statistic: z.enum(sourceStatisticNames).default('now'),
  Hours: integer.pipe(z.number().min(1).max(24)).default(24).describe('of mean, lowest and highest: so far back'),
});
export type ItemSource = z.output<typeof ItemSource>;

/** Of these checks a tick of a checklist can tick itself: what they say holds at any time, not during commissioning alone. */
export const tickChecks = [
  'gatewaysOnline',
  'slavesAnswer',
  'pointsHeard',
  'pointsGood',
  'devicesBound',
  'devicesWatched',
  'contactsNamed',
  'camerasReachable',
] as const satisfies readonly DebugCheckName[];
const tickCheckNames: readonly string[] = tickChecks;

/** Contents that a source can fill in. */
export const sourcedContents: readonly ItemContent[] = ['numerical', 'option', 'list'];

/** One item of a template; what it needs besides hangs on its content. */
export const TemplateItem = z
  .object({
    Name: nameOf({ zh: '检查项名称', en: 'An item name' }, 1, 50),
    Content: z.enum(itemContentNames),
    Required: flag.default(true),
    Unit: freeText(10).default('').describe('of a numerical item, and of the numbers of a list'),
    Low: orNone(decimal).describe('of a numerical item, and of the numbers of a list: below is bad'),
    High: orNone(decimal),
    Reference: freeText(200).default('').describe('of a reference item: how it should be'),
    OptionList: z
      .array(z.object({ Text: word, Ok: flag, Value: orNone(decimal).describe('of the state that it stands for') }))
      .max(20)
      .default([])
      .describe('of an option item'),
    LineList: z
      .array(word)
      .max(50)
      .default([])
      .describe('of a list its rows, of a checklist its ticks; a list with a source has a row for each device'),
    Source: ItemSource.nullish().describe('fills the item in by itself'),
    CheckList: z
      .array(z.enum(['', ...debugCheckNames]))
      .max(50)
      .optional()
      .describe('of a checklist, beside its ticks: the check by which each ticks itself; empty: a person ticks it'),
    Photo: z.enum(itemPhotoNames).optional(),
  })
  .superRefine((item, issues) => {
    const fault = (field: string, zh: string, en: string) =>
      issues.addIssue({ code: 'custom', path: [field], ...say({ zh, en }) } as never);
    if (item.Content === 'option' && !item.OptionList.some(({ Ok }) => Ok))
      fault('OptionList', '选项中至少有一个为正常', 'At least one option must be good');
    const rowsFollow = item.Content === 'list' && item.Source != null;
    if ((item.Content === 'list' || item.Content === 'checklist') && item.LineList.length === 0 && !rowsFollow)
      fault('LineList', '请至少填写一行', 'Enter at least one line');
    if (item.Content === 'reference' && item.Reference === '')
      fault('Reference', '请填写参考值', 'Enter the reference');
    if (item.Low != null && item.High != null && item.Low >= item.High)
      fault('High', '上限须大于下限', 'The upper limit must be above the lower one');
    if (item.CheckList?.some((check) => check !== '' && !tickCheckNames.includes(check)))
      fault('CheckList', '该检查不能用于维保', 'This check is of commissioning alone');
    if (item.Source == null) return;
    const { PointId, PointTypeId, PointName, Statistic } = item.Source;
    if (!sourcedContents.includes(item.Content))
      fault('Source', '只有数值、选项和列表可以自动填写', 'Only numbers, options and lists are filled in by points');
    if (PointId == null && PointTypeId == null && PointName === '')
      fault(
        'Source',
        '请选择点位、点位类型或填写点位名称',
        'Choose a point or a point type, or enter the name of a point',
      );
    if (item.Content === 'option' && (Statistic !== 'now' || !item.OptionList.some(({ Value }) => Value != null)))
      fault(
        'Source',
        '请为选项填写状态值，并取当前值',
        'Give the options the values of the state, and take the value now',
      );
  });

export const TemplateGroup = z.object({
  GroupName: groupName,
  ItemList: z.array(TemplateItem).max(100).default([]),
});
export const TemplateGroups = z.array(TemplateGroup).max(30);
export type TemplateGroups = z.output<typeof TemplateGroups>;
export type TemplateItem = z.output<typeof TemplateItem>;

/** What was answered to one item: a text; of lists a text a row, of checklists which lines are ticked. */
export const Answer = z.object({
  Group: z.int().min(0).max(29),
  Item: z.int().min(0).max(99),
  Text: freeText(500).default(''),
  LineList: z.array(freeText(100)).max(50).default([]),
  Note: freeText(200).default(''),
});
export type Answer = z.output<typeof Answer>;

/** Whether an answer says something. */
export const isAnswered = (content: ItemContent, lines: number, answer: Answer | undefined): boolean => {
  // A list whose rows are devices, at a place that has none.
  if (content === 'list' && lines === 0) return true;
  if (answer === undefined) return false;
  if (content === 'list') return answer.LineList.length === lines && answer.LineList.every((line) => line !== '');
  if (content === 'checklist') return answer.LineList.length > 0;
  return answer.Text !== '';
};

/** Whether what was answered is as it should be; null: nothing judges it, or nothing was answered. */
export function judgeAnswer(item: TemplateItem, answer: Answer | undefined): boolean | null {
  if (!isAnswered(item.Content, item.LineList.length, answer)) return null;
  switch (item.Content) {
    case 'option':
      return item.OptionList.find(({ Text }) => Text === answer!.Text)?.Ok ?? null;
    case 'numerical': {
      const value = Number(answer!.Text);
      return Number.isFinite(value) ? isWithin(item, value) : null;
    }
    case 'reference':
      return answer!.Text === 'ok';
    case 'yesNo':
      return answer!.Text === 'yes';
    case 'checklist':
      return answer!.LineList.length === item.LineList.length;
    case 'list': {
      if (item.Low == null && item.High == null) return null;
      const values = (answer?.LineList ?? []).map(Number).filter(Number.isFinite);
      return values.length === 0 ? null : values.every((value) => isWithin(item, value));
    }
    default:
      return null;
  }
}

/** Whether a number is within the limits of its item; one that is missing limits nothing. */
export const isWithin = ({ Low, High }: Pick<TemplateItem, 'Low' | 'High'>, value: number): boolean =>
  (Low == null || value >= Low) && (High == null || value <= High);
