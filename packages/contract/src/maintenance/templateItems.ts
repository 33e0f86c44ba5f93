import { z } from 'zod';
import { say } from '../inputWords.ts';
import { decimal, orNone } from '../points/fields.ts';
import { flag, freeText, groupName, nameOf } from '../scalars.ts';
import { type ItemContent, itemContentNames } from './kinds.ts';

const word = nameOf({ zh: '选项', en: 'An option' }, 1, 50);

/** One item of a template; what it needs besides hangs on its content. */
export const TemplateItem = z
  .object({
    Name: nameOf({ zh: '检查项名称', en: 'An item name' }, 1, 50),
    Content: z.enum(itemContentNames),
    Required: flag.default(true),
    Unit: freeText(10).default('').describe('of a numerical item'),
    Low: orNone(decimal).describe('of a numerical item: below is bad'),
    High: orNone(decimal),
    Reference: freeText(200).default('').describe('of a reference item: how it should be'),
    OptionList: z
      .array(z.object({ Text: word, Ok: flag }))
      .max(20)
      .default([])
      .describe('of an option item'),
    LineList: z.array(word).max(50).default([]).describe('of a list its rows, of a checklist its ticks'),
  })
  .superRefine((item, issues) => {
    const fault = (field: string, zh: string, en: string) =>
      issues.addIssue({ code: 'custom', path: [field], ...say({ zh, en }) } as never);
    if (item.Content === 'option' && !item.OptionList.some(({ Ok }) => Ok))
      fault('OptionList', '选项中至少有一个为正常', 'At least one option must be good');
    if ((item.Content === 'list' || item.Content === 'checklist') && item.LineList.length === 0)
      fault('LineList', '请至少填写一行', 'Enter at least one line');
    if (item.Content === 'reference' && item.Reference === '')
      fault('Reference', '请填写参考值', 'Enter the reference');
    if (item.Low != null && item.High != null && item.Low >= item.High)
      fault('High', '上限须大于下限', 'The upper limit must be above the lower one');
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
      if (!Number.isFinite(value)) return null;
      return (item.Low == null || value >= item.Low) && (item.High == null || value <= item.High);
    }
    case 'reference':
      return answer!.Text === 'ok';
    case 'yesNo':
      return answer!.Text === 'yes';
    case 'checklist':
      return answer!.LineList.length === item.LineList.length;
    default:
      return null;
  }
}
