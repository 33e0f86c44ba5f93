import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, id, localTime, orEmpty, page, pageOf, searchText } from '../scalars.ts';
import { type SecurityEventKind, securityEventKinds } from './kinds.ts';

const kind = z.enum(Object.keys(securityEventKinds) as [SecurityEventKind, ...SecurityEventKind[]]);

export const securityEventFilter = {
  CompanyId: id.optional(),
  KindList: z.array(kind).max(20).optional(),
  /** In names of people, accounts, calls and networks. */
  Text: searchText,
  /** In the company's time zone; both ends count. */
  StartTime: orEmpty(localTime),
  EndTime: orEmpty(localTime),
};

export const SecurityEventRow = z.object({
  EventId: z.number().int(),
  Kind: kind,
  FirstEPOCH: epochMs,
  LastEPOCH: epochMs.describe('within the same minute as the first'),
  Count: z.number().int().describe('how often it happened in this minute'),
  UserId: z.number().int().nullable().describe('whose account it concerns; null: nobody’s, or of several'),
  /** As it was then. */
  UserName: z.string(),
  Account: z.string().describe('of nobody’s account what was typed, the rest of it hidden'),
  Subject: z.string().describe('the call that was refused, or the serial number of a gateway'),
  SubjectName: z.string().describe('the call in the caller’s language'),
  Network: z.string().describe('an IPv4 address or the /64 of an IPv6 address; empty: several'),
  UserAgent: z.string(),
});
export type SecurityEventRow = z.infer<typeof SecurityEventRow>;

/** What may be an attack on accounts of the company; of the company that runs the installation also on accounts of nobody. */
export const securityEventCalls = defineCalls({
  getSecurityEventPage: {
    method: 'POST',
    path: '/SecurityEvent/GetSecurityEventPage',
    effect: 'read',
    access: ['securityEvents'],
    encoding: 'json',
    summary: { zh: '安全事件', en: 'Security events by minute, the newest first' },
    body: z.object({ ...securityEventFilter, ...page }),
    data: pageOf(SecurityEventRow),
  },
});
