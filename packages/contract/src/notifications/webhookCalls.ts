import { z } from 'zod';
import { notifiedLevels } from '../alarms/kinds.ts';
import { notifiedLevel } from '../alarms/notifiedLevel.ts';
import { type Bilingual, defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { epochMs, flag, id, nameOf } from '../scalars.ts';

/**
 * What a webhook hears, `{ id, events: [{ event, reason, at, alarm }] }`: `raised`, `repeated` and `escalated` of the levels it asks for,
 * `returned` and `ended` of every alarm it was told of, at the worst level it was told of, also when the alarm was milder by then.
 */
export const webhookEvents = {
  raised: { zh: '触发', en: 'Raised' },
  repeated: { zh: '重复：仍未确认', en: 'Repeated: still unacknowledged' },
  escalated: { zh: '升级：变得更严重', en: 'Escalated: it became worse' },
  returned: { zh: '恢复正常，如果策略要求通知恢复', en: 'Back to normal, where its policy says so' },
  ended: {
    zh: '未恢复而结束；reason 为 ruleClosed（规则已停用）、ruleDeleted（规则已删除）、ruleEdited（规则已修改）、outsidePeriod（不在生效时段）、suppressedBySource（由上级通讯中断解释）、otherPointGone（参照点位已删除）或 subjectDeleted（对象已删除）',
    en: 'Ended without having been over; reason is ruleClosed (switched off), ruleDeleted, ruleEdited (changed), outsidePeriod (outside its effective period), suppressedBySource (explained by a lost gateway or device), otherPointGone (a point it looked at is gone) or subjectDeleted (what it watched is gone)',
  },
} as const satisfies Record<string, Bilingual>;

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === '';
};

const webhookShape = {
  WebhookName: nameOf({ zh: '名称', en: 'A name' }, 1, 30),
  Url: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .refine((text) => text === '' || isWebAddress(text), {
      error: say({
        zh: '请输入以 https:// 或 http:// 开头的地址',
        en: 'An address that begins with https:// or http://',
      }),
    }),
  LevelList: z
    .array(notifiedLevel)
    .min(1)
    .max(notifiedLevels.length)
    .describe(
      'levels of which it hears that an alarm is raised, gets worse or repeats; that one is over it hears of all it was told of',
    ),
  OfCompany: flag.default(false).describe('true: alarms of every project of the company'),
  Enabled: flag.default(true),
};
const webhookKey = { ProjectId: id, WebhookId: id.optional().describe('none: a new one') };

/** A webhook as its form has it. */
export const WebhookForm = z.object({ ...webhookKey, ...webhookShape });
export type WebhookFormInput = z.input<typeof WebhookForm>;

export const Webhook = z.object({
  WebhookId: z.number().int(),
  WebhookName: z.string(),
  Url: z.string(),
  LevelList: z.array(z.number().int()),
  OfCompany: z.boolean(),
  Enabled: z.boolean(),
  /** The last try; null: none yet. */
  LastEPOCH: epochMs.nullable(),
  /** What went wrong with it; null: it was taken. */
  LastError: z.string().nullable(),
  /** Since when every try fails, and how many did. */
  FailingSinceEPOCH: epochMs.nullable(),
  FailedCount: z.number().int(),
  /** When it was switched off by itself, and why: its receiver said that it is gone, or nothing had been taken for long; null: it was not. */
  SwitchedOffEPOCH: epochMs.nullable(),
  SwitchedOffBecause: z.enum(['gone', 'failing']).nullable(),
  MayEdit: z.boolean(),
});
export type Webhook = z.infer<typeof Webhook>;

const edit = ['alarmStrategyEdit', 'companyAlarms'] as const;

/** Where a company’s own systems hear of alarms. Those of all its projects are set up with the right `companyAlarms`. */
export const webhookCalls = defineCalls({
  getWebhookList: {
    method: 'GET',
    path: '/AlarmWebhook/GetWebhookList',
    effect: 'read',
    access: edit,
    summary: { zh: 'Webhook 列表', en: 'Webhooks that hear of alarms of a project, with what came of their last try' },
    query: z.object({ ProjectId: id }),
    data: z.array(Webhook),
  },
  /** The secret is answered once, when it is made; afterwards nobody can read it. */
  saveWebhook: {
    method: 'POST',
    path: '/AlarmWebhook/SaveWebhook',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '新增或修改 Webhook', en: 'Add a webhook, or change what is sent of one' },
    body: z.object({ ...webhookKey, ...partsOf(webhookShape), NewSecret: flag.optional() }),
    data: z.object({ WebhookId: z.number().int(), Secret: z.string().nullable() }),
  },
  deleteWebhook: {
    method: 'POST',
    path: '/AlarmWebhook/DeleteWebhook',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '删除 Webhook', en: 'Delete a webhook' },
    body: z.object({ ProjectId: id, WebhookId: id }),
    data: z.null(),
  },
  testWebhook: {
    method: 'POST',
    path: '/AlarmWebhook/TestWebhook',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '发送测试消息', en: 'Send a message without an alarm to a webhook' },
    body: z.object({ ProjectId: id, WebhookId: id }),
    data: z.object({ IsTaken: z.boolean(), Explain: z.string() }),
  },
});
