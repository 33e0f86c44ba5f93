import { type Bilingual, minuteMs, pushTypes } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { alarmVisibilityOf } from '../alarmVisibility.ts';
import type { Announcement } from '../announcement.ts';
import { calendarsAround } from '../duty/calendarsAround.ts';
import { quietUntil } from '../duty/quietUntil.ts';
import { isNotified, notifiedSeverity } from '../severityRules.ts';
import {
  type Client,
  dropLadders,
  insertAnnouncements,
  insertNotifications,
  type NewNotification,
  type NewRow,
} from '../store.ts';
import { type Available, notReached } from './reachedBy.ts';
import {
  type AlarmToTell,
  type Contact,
  type Person,
  type Rota,
  readAbsences,
  readAlarmsToTell,
  readContacts,
  readPeople,
  readRotas,
  readToldByChannel,
  readToldSince,
  readWebhooks,
} from './recipients.store.ts';
import { type Reached, recipientsAtStep } from './recipientsAtStep.ts';

/** A reminder or the next step does not repeat what reached a person so recently: as long as messages are gathered. */
const justNowMs = 2 * minuteMs;

/** A recipient, with the severities of the alarm that concern them: the worst one that they may see counts. */
interface ReachedAt extends Reached {
  readonly severities: readonly number[];
}

/** A later escalation step that was due, for the course of its alarm. */
export interface LadderStep {
  readonly alarmId: number;
  readonly severity: number;
  readonly text: Bilingual;
}

/**
 * Writes SMS, calls, mails and webhook messages that are due: for contacts of the strategy and people on duty, at the present
 * escalation step, by the rules of this moment. Each person left out has a row with the reason. Later steps are scheduled as
 * announcements of their own.
 *
 * @returns the people for whom a new popup waits, and the later escalation steps that were due
 */
export async function enqueueContacts(
  client: Client,
  items: readonly Announcement[],
  nowMs: number,
  available: Available,
): Promise<{ userIds: number[]; steps: LadderStep[] }> {
  const alarms = await readAlarmsToTell(
    system,
    client,
    items.map(({ alarmId }) => alarmId),
  );
  const pairs = items.flatMap((item) => {
    const alarm = alarms.get(item.alarmId);
    if (!alarm) return [];
    // A later step calls nobody when its alarm is acknowledged, returned or for the record only by now.
    const isLater = (item.ladderStep ?? 0) > 0;
    if (isLater && (alarm.acknowledged || alarm.returned || !isNotified(alarm.severity))) return [];
    // A later step tells of the alarm as it stands now; its severity may have dropped.
    return [{ item: isLater ? { ...item, severity: alarm.severity, text: alarm.text } : item, alarm }];
  });
  if (pairs.length === 0) return { userIds: [], steps: [] };

  const strategyIds = [...new Set(pairs.flatMap(({ alarm }) => alarm.strategyId ?? []))];
  const contacts = Map.groupBy(await readContacts(system, client, strategyIds), ({ strategyId }) => strategyId);
  const projectIds = [...new Set(pairs.map(({ alarm }) => alarm.projectId))];
  const rotas = await readRotas(system, client, projectIds);
  const rotasOf = Map.groupBy(rotas, ({ projectId }) => projectId);
  const companyIds = [...new Set(pairs.map(({ alarm }) => alarm.companyId))];
  const webhooks = await readWebhooks(system, client, companyIds);
  // An all-clear goes to earlier recipients, also when the strategy has no contacts any more.
  const isForThoseTold = pairs.some(({ item }) => item.previouslyNotifiedOnly);
  if (contacts.size === 0 && rotas.length === 0 && webhooks.length === 0 && !isForThoseTold)
    return { userIds: [], steps: [] };
  const absences = await readAbsences(system, client, companyIds, new Date(nowMs));
  const dayKinds = await calendarsAround(client, projectIds, nowMs);

  const rules = (alarm: AlarmToTell) => ({
    contacts: (alarm.strategyId !== null && contacts.get(alarm.strategyId)) || [],
    rotas: rotasOf.get(alarm.projectId) ?? [],
  });
  await scheduleEscalations(client, pairs, rules, nowMs);

  const told = await readToldByChannel(
    system,
    client,
    pairs.filter(({ item }) => item.previouslyNotifiedOnly).map(({ item }) => item.alarmId),
  );
  const toldOf = Map.groupBy(told, ({ alarmId }) => alarmId);
  const visibility = await alarmVisibilityOf(
    client,
    pairs.map(({ item }) => item),
    nowMs,
  );
  const reached = pairs.map(({ item, alarm }) => ({
    item,
    alarm,
    people: item.previouslyNotifiedOnly
      ? (toldOf.get(alarm.id) ?? []).flatMap(({ userId, channel, severities }): ReachedAt[] =>
          // A contact without all-clears is not called because a rule was changed either; other systems hear of every end.
          userId === null ||
          (item.pushType === pushTypes.ended && !alarm.tellsClear) ||
          (channel === 'voice' && !isRungUpForClear(userId, alarm, toldOf.get(alarm.id) ?? []))
            ? []
            : [
                {
                  userId,
                  channels: [channel],
                  insteadOf: null,
                  rota: null,
                  whyNot: null,
                  despiteLeave: false,
                  severities,
                },
              ],
        )
      : stepsOf(item, alarm, nowMs).flatMap((step) =>
          recipientsAtStep({
            ...(isOffline(item) ? quietRules(rules(alarm)) : rules(alarm)),
            days: dayKinds.get(alarm.projectId) ?? new Map(),
            absences: absences.get(alarm.companyId) ?? [],
            severity: item.severity,
            step,
            at: nowMs,
            timeZone: alarm.timeZone,
            projectId: alarm.projectId,
            // Without any recipient, nobody was passed over.
            maySee: (userId) =>
              visibility.notServedReason(alarm.projectId) !== null || visibility.canView(userId, item),
          }).map((who): ReachedAt => ({ ...who, severities: [item.severity] })),
        ),
  }));
  const people = await readPeople(system, client, [
    ...new Set(reached.flatMap(({ people }) => people.map(({ userId }) => userId))),
  ]);

  const again = pairs.filter(({ item }) => isAgain(item)).map(({ item }) => item.alarmId);
  const justTold = await readToldSince(system, client, again, new Date(nowMs - justNowMs));

  const rows = reached.flatMap(({ item, alarm, people: chosen }): NewNotification[] => {
    const ended = visibility.notServedReason(alarm.projectId);
    const base = { ...item, companyId: alarm.companyId };
    const ofPeople = chosen.flatMap(({ userId, channels, whyNot, severities }) => {
      const person = people.get(userId);
      if (!person) return [];
      const seen = notifiedSeverity(severities, (severity) => visibility.canView(userId, { ...item, severity }));
      const severity = seen ?? Math.min(...severities);
      return channels.map((channel): NewNotification => {
        const verdict =
          ended ??
          whyNot ??
          (seen === null ? 'noRight' : notReached(channel, person, available)) ??
          (isAgain(item) && justTold.has(`${alarm.id} ${userId} ${channel}`) ? 'toldJustNow' : null);
        const held =
          verdict === null
            ? quietUntil(person.quiet, { channel, severity, at: nowMs, timeZone: alarm.timeZone })
            : null;
        return {
          ...base,
          severity,
          userId,
          channel,
          // Writing a popup sends it.
          state: verdict !== null ? 'skipped' : channel === 'app' ? 'sent' : 'waiting',
          reason: verdict ?? (held === null ? null : 'quietHours'),
          dueAt: held === null ? null : new Date(held),
        };
      });
    });
    const ofWebhooks = webhooks
      .filter(
        (hook) =>
          (item.ladderStep ?? 0) === 0 &&
          !isOffline(item) &&
          hook.companyId === alarm.companyId &&
          (hook.projectId === null || hook.projectId === alarm.projectId),
      )
      .flatMap((hook): NewNotification[] => {
        const severities = item.previouslyNotifiedOnly
          ? (toldOf.get(alarm.id)?.find(({ webhookId }) => webhookId === hook.id)?.severities ?? [])
          : hook.severities.filter((severity) => severity === item.severity);
        if (severities.length === 0) return [];
        return [
          {
            ...base,
            severity: Math.min(...severities),
            userId: null,
            webhookId: hook.id,
            channel: 'webhook',
            state: ended === null ? 'waiting' : 'skipped',
            reason: ended,
          },
        ];
      });
    return [...ofPeople, ...ofWebhooks];
  });

  const written = await insertNotifications(system, client, rows, new Date(nowMs));
  return {
    userIds: written.flatMap(({ user_id, channel, state }) =>
      channel === 'app' && state === 'sent' ? (user_id ?? []) : [],
    ),
    steps: stepsIn(reached, written, people),
  };
}

/** It came and went while its gateway was offline. */
const isOffline = ({ pushType }: Announcement): boolean => pushType === pushTypes.offline;

/** An alarm that has ended is worth no call or SMS: contacts who want to know read it in the app, and by mail. */
const quietRules = ({ contacts }: { contacts: readonly Contact[] }): { contacts: Contact[]; rotas: Rota[] } => ({
  contacts: contacts
    .filter(({ tellsOffline }) => tellsOffline)
    .map((each) => ({
      ...each,
      channels: each.channels.includes('email') ? (['app', 'email'] as const) : (['app'] as const),
    })),
  rotas: [],
});

/** An all-clear by call is only for people who have no other message about the alarm and did not acknowledge it themselves. */
const isRungUpForClear = (
  userId: number,
  { acknowledgedBy }: AlarmToTell,
  told: readonly { userId: number | null; channel: string }[],
): boolean =>
  acknowledgedBy !== userId &&
  !told.some((each) => each.userId === userId && (each.channel === 'sms' || each.channel === 'email'));

/** A reminder, or a later step: nothing new about the alarm itself. */
const isAgain = ({ pushType, ladderStep = 0 }: Announcement): boolean =>
  pushType === pushTypes.repeat || ladderStep > 0;

/** The later steps that were due, in words: to whom each went, or that nobody could be notified. */
function stepsIn(
  reached: readonly { item: Announcement; alarm: AlarmToTell }[],
  written: readonly NewRow[],
  people: ReadonlyMap<number, Person>,
): LadderStep[] {
  return reached.flatMap(({ item, alarm }) => {
    const { ladderStep = 0 } = item;
    if (ladderStep === 0) return [];
    const told = written.filter(
      (row) => row.alarm_id === alarm.id && row.step === item.step && row.state !== 'skipped' && row.user_id !== null,
    );
    const names = [...new Set(told.map(({ user_id }) => people.get(user_id!)?.name ?? ''))];
    const text =
      names.length === 0
        ? {
            zh: `仍未确认，第 ${ladderStep} 次升级，但无人可通知`,
            en: `Still unacknowledged: escalation ${ladderStep}, but nobody could be notified`,
          }
        : {
            zh: `仍未确认，第 ${ladderStep} 次升级，通知 ${names.join('、')}`,
            en: `Still unacknowledged: escalation ${ladderStep}, ${names.join(', ')} notified`,
          };
    return [{ alarmId: alarm.id, severity: item.severity, text }];
  });
}

/**
 * The escalation steps that an announcement is for: its own, or, for a repeat, every step up to now. A step that has only
 * just notified its people is left out.
 */
function stepsOf(item: Announcement, alarm: AlarmToTell, nowMs: number): number[] {
  if (item.pushType !== pushTypes.repeat || alarm.escalateMinutes === null) return [item.ladderStep ?? 0];
  const reached = Math.floor((nowMs - justNowMs - alarm.ladderBeganAt.getTime()) / (alarm.escalateMinutes * minuteMs));
  return Array.from({ length: Math.min(Math.max(reached, 0), 9) + 1 }, (_, step) => step);
}

/** Schedules the escalation of an alarm that was raised or became worse; the one before ends. */
async function scheduleEscalations(
  client: Client,
  pairs: readonly { item: Announcement; alarm: AlarmToTell }[],
  rules: (alarm: AlarmToTell) => {
    contacts: readonly { step: number; severities: readonly number[] }[];
    rotas: readonly { step: number; severities: readonly number[] }[];
  },
  nowMs: number,
): Promise<void> {
  const begins = pairs.filter(
    ({ item }) =>
      (item.ladderStep ?? 0) === 0 && (item.pushType === pushTypes.trigger || item.pushType === pushTypes.escalation),
  );
  await dropLadders(
    system,
    client,
    begins.map(({ alarm }) => alarm.id),
  );
  // Raised and become worse in one round: one escalation, by how the alarm stands now.
  const last = new Map(begins.map((each) => [each.alarm.id, each]));
  const later = [...last.values()].flatMap(({ item, alarm }) => {
    const { escalateMinutes } = alarm;
    if (escalateMinutes === null || alarm.acknowledged || alarm.returned) return [];
    const { contacts, rotas } = rules(alarm);
    // The severity may drop until then, and people of the lower level are notified of it.
    const mayConcern = (severity: number): boolean => severity >= item.severity && isNotified(severity);
    const steps = new Set(
      [...contacts, ...rotas].filter(({ severities }) => severities.some(mayConcern)).map(({ step }) => step),
    );
    steps.delete(0);
    return [...steps].map((step) => ({
      ...item,
      pushType: pushTypes.escalation,
      step: `${item.step}/${step}`,
      ladderStep: step,
      dueAt: new Date(nowMs + step * escalateMinutes * minuteMs),
    }));
  });
  await insertAnnouncements(system, client, later, new Date(nowMs));
}
