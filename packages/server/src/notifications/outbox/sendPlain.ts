import { randomBytes } from 'node:crypto';
import type { Bilingual, Language, NotSentReason, OutboundChannel } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { internationalMobile } from '../../platform/phoneNumber.ts';
import { quietUntil } from '../duty/quietUntil.ts';
import type { Client } from '../store.ts';
import { insertMessage } from './outbox.store.ts';
import { type Available, addressOf, notReached } from './reachedBy.ts';
import { readPeople } from './recipients.store.ts';

/** As much as an SMS of four parts carries. */
const longestText = 260;
/** Of a mail, as of those about alarms. */
const longestSubject = 150;

/** A message to one person by one way, about something that is no alarm. */
export interface PlainMessage {
  readonly userId: number;
  readonly channel: Exclude<OutboundChannel, 'webhook'>;
  /** Its kind: begins the key that stays the same on every try. */
  readonly about: string;
  /** What it is about, before its lines. */
  readonly subject: Bilingual;
  /** Of a mail that says more; absent: the same. */
  readonly mailSubject?: Bilingual;
  readonly lines: readonly Bilingual[];
  /** The zone of the recipient's quiet hours. */
  readonly timeZone: string;
}

/** `wait`: the recipient's quiet hours; ask again. Else the message that was queued, or why there is none. */
export type PlainOutcome =
  | { readonly wait: true }
  | { readonly messageId: number }
  | { readonly reason: NotSentReason };

/**
 * Queues messages about something that is no alarm in the outbox, which sends them like every other: with tries, receipts and a
 * log of attempts. They have no code, because there is nothing to confirm.
 */
export async function sendPlain(
  client: Client,
  messages: readonly PlainMessage[],
  nowMs: number,
  available: Available,
): Promise<PlainOutcome[]> {
  const people = await readPeople(system, client, [...new Set(messages.map(({ userId }) => userId))]);
  const outcomes: PlainOutcome[] = [];
  for (const { userId, channel, about, subject, mailSubject = subject, lines, timeZone } of messages) {
    const person = people.get(userId);
    const address = person ? addressOf(channel, person) : null;
    const against = notReached(channel, person ?? { email: null, mobile: null }, available);
    if (against !== null) outcomes.push({ reason: against });
    else if (!person || address === null) outcomes.push({ reason: 'noAddress' });
    else if (quietUntil(person.quiet, { channel, severity: 3, at: nowMs, timeZone }) !== null)
      outcomes.push({ wait: true });
    else
      outcomes.push({
        messageId: await insertMessage(
          system,
          client,
          {
            key: `${about}-${channel}-${randomBytes(12).toString('hex')}`,
            channel,
            userId,
            webhookId: null,
            address: channel === 'email' ? address : internationalMobile(address),
            severity: 3,
            alarmCount: 0,
            subject: channel === 'email' ? cut(mailSubject[person.language], longestSubject) : null,
            body: bodyOf(channel, subject, lines, person.language),
            code: null,
          },
          [],
          new Date(nowMs),
        ),
      });
  }
  return outcomes;
}

function bodyOf(channel: string, subject: Bilingual, lines: readonly Bilingual[], language: Language): string {
  const said = lines.map((line) => line[language]);
  if (channel === 'email') return [subject[language], '', ...said].join('\n');
  const text = `${subject[language]}${language === 'zh' ? '：' : ': '}${said.join(language === 'zh' ? '；' : '; ')}`;
  return cut(text, longestText);
}

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
