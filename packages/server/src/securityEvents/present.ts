import { type AllCalls, type CallData, type CallSpec, callInWords, calls, type Language } from '@watchpost/contract';
import type { SecurityEventFacts } from './store.ts';

/** A call in words; what is no call as it is. */
export const subjectInWords = (subject: string, language: Language): string =>
  Object.hasOwn(calls, subject)
    ? callInWords(subject, (calls as Record<string, CallSpec>)[subject]!, language)
    : subject;

export const presentEvent = (
  row: SecurityEventFacts,
  language: Language,
): CallData<AllCalls['getSecurityEventPage']>['Data'][number] => ({
  EventId: row.id,
  Kind: row.kind,
  FirstEPOCH: row.first_at.getTime(),
  LastEPOCH: row.last_at.getTime(),
  Count: row.count,
  UserId: row.user_id,
  UserName: row.user_name,
  Account: row.account,
  Subject: row.subject,
  SubjectName: subjectInWords(row.subject, language),
  Network: row.network,
  UserAgent: row.user_agent,
});
