import { type Bilingual, calls } from '@watchpost/contract';
import { createAuthorize } from '../../access/index.ts';
import { acknowledge } from './acknowledge.ts';
import type { ActDeps } from './actOnAlarm.ts';

const ways: Readonly<Record<'sms' | 'voice', Bilingual>> = {
  sms: { zh: '通过短信回复确认', en: 'Acknowledged by replying to an SMS' },
  voice: { zh: '通过电话按键确认', en: 'Acknowledged by pressing a key during a call' },
};

/**
 * Confirms an alarm for somebody who answered a message about it. There is no sign-in: the code of the message identifies them.
 * Their rights are checked as if they made the call themselves, at this moment.
 *
 * @throws Refusal as the call would refuse
 */
export async function acknowledgeByPhone(
  deps: ActDeps,
  order: { userId: number; companyId: number; alarmId: number; seenSeverity: number; by: 'sms' | 'voice' },
): Promise<void> {
  const { userId, companyId, alarmId, seenSeverity, by } = order;
  const authorize = createAuthorize(
    deps.db,
    async () => ({ userId, sessionId: '', expiresAt: Number.POSITIVE_INFINITY }),
    async () => false,
  );
  const parts = { query: { id: alarmId }, body: undefined };
  const caller = await authorize(calls.updateStatus, {
    token: '',
    headers: { 'company-id': String(companyId) },
    sent: parts,
    parsed: () => parts,
  });
  const context = {
    call: 'updateStatus',
    caller,
    language: 'zh',
    address: '',
    userAgent: by === 'sms' ? 'SMS' : 'call',
    cookie: () => undefined,
    setCookie: () => {},
    clearCookie: () => {},
    markLogged: () => {},
    say: () => {},
    sayUndone: () => {},
    signal: new AbortController().signal,
  } as const;
  await acknowledge(deps, context, alarmId, seenSeverity, ways[by]);
}
