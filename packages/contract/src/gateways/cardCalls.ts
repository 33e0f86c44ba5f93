import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id } from '../scalars.ts';
import { cardNumber } from './fields.ts';

const sees = ['terminals', 'terminalsEdit', 'companyTerminals'] as const;

/** Communication cards. What is said of a card comes from its carrier; where none is configured nothing is said. */
export const gatewayCardCalls = defineCalls({
  deviceBindICCID: {
    method: 'GET',
    path: '/Device/DeviceBindICCID',
    effect: 'write',
    access: ['terminalsEdit'],
    summary: { zh: '绑定通信卡', en: 'Bind a communication card to a gateway' },
    query: z.object({ deviceId: id, ICCID: cardNumber }),
    data: z.null(),
  },
  deviceUnBindICCID: {
    method: 'GET',
    path: '/Device/DeviceUnBindICCID',
    effect: 'write',
    access: ['terminalsEdit'],
    summary: { zh: '解绑通信卡', en: 'Take the communication card off a gateway' },
    query: z.object({ deviceId: id }),
    data: z.null(),
  },
  cardUsageInfo: {
    method: 'GET',
    path: '/Device/Card_usage_info',
    effect: 'read',
    access: sees,
    summary: { zh: '通信卡用量', en: 'State and usage of a gateway’s card, asked of its carrier' },
    query: z.object({ deviceId: id }),
    data: z.object({
      DeviceId: z.number().int(),
      DeviceName: z.string(),
      ICCID: z.string().nullable(),
      /**
       * `noCard`, or `notConfigured`: no carrier is; `unknownCard`: it does not know the card. Of `noAnswer`, `refused` (our
       * token), `tooOften` and `unreadable` (its answer) what it said before is told.
       */
      Source: z.enum([
        'carrier',
        'noCard',
        'notConfigured',
        'unknownCard',
        'noAnswer',
        'refused',
        'tooOften',
        'unreadable',
      ]),
      SimStatus: z.number().int().nullable(),
      SimFlowStatus: z.number().int(),
      UsedMB: z.number().nullable().describe('in this month; null: not said'),
      UsedTodayMB: z.number().nullable().describe('null: not said'),
      TotalMB: z.number().nullable().describe('of a month; null: unlimited, or not said'),
      ExpireDate: z.string().nullable().describe('YYYY-MM-DD'),
      ReadEPOCH: z.number().int().nullable().describe('of what is told, epoch milliseconds'),
      BindEPOCH: z.number().int().nullable(),
      Message: z.string(),
    }),
  },
});
