import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { epochMs, flag, id, integer, nameOf } from '../scalars.ts';

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
    .array(integer.pipe(z.number().min(1).max(4)))
    .min(1)
    .max(4),
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
  /** When it was switched off because nothing had been taken for long; null: it was not. */
  SwitchedOffEPOCH: epochMs.nullable(),
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
