import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, page, pageOf } from '../scalars.ts';

/** What a message about work leads to. Stored: never reuse a name. */
export const workSubjects = ['visit', 'contract', 'debugOrder'] as const;
export type WorkSubject = (typeof workSubjects)[number];

/** Messages about maintenance and commissioning. Those about repairs have a call of the specification. */
export const workMessageCalls = defineCalls({
  getWorkMessagePage: {
    method: 'POST',
    path: '/Work/GetMessagePage',
    effect: 'read',
    access: 'session',
    summary: {
      zh: '消息中心：维保与调试',
      en: 'What the caller was told of visits, maintenance contracts and commissioning orders, newest first',
    },
    body: z.object({ ...page }),
    data: pageOf(
      z.object({
        MessageId: z.number().int(),
        Subject: z.enum(workSubjects),
        SubjectId: z.number().int(),
        ProjectId: z.number().int().nullable().describe('null: of a contract, which may have several'),
        ProjectName: z.string(),
        Content: z.string(),
        Epoch: epochMs,
      }),
    ),
  },
});
