import { type Bilingual, pushTypes } from '@watchpost/contract';
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

const minuteMs = 60_000;
/** Whoever was told of an alarm is not called for it again so soon by a reminder or the next step: as long as messages are gathered. */
const justNowMs = 2 * minuteMs;

/** Somebody to be told, with the severities at which he hears of the alarm: the worst of them that he may see counts. */
interface ReachedAt extends Reached {
  readonly severities: readonly number[];
}

/** That a later step of the ladder was due, for the course of its alarm. */
export interface LadderStep {
  readonly alarmId: number;
  readonly severity: number;
  readonly text: Bilingual;
}

/**
 * Writes what is owed by SMS, call, mail and webhook: to contacts of the strategy and to whoever is on duty, at the step of the
 * ladder that is due, by the rules of this moment. Whoever is left out has a row that says why. The later steps are put off as
 * announcements of their own.
 *
 * @returns the people for whom a new popup waits, and the later steps of ladders that were due
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
    // A step whose alarm somebody has confirmed meanwhile, which is over, or only kept for the record by now, calls nobody.
    const isLater = (item.ladderStep ?? 0) > 0;
    if (isLater && (alarm.acknowledged || alarm.returned || !isNotified(alarm.severity))) return [];
    // What was put off is told of the alarm as it stands now; it may have fallen since.
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
  // That it is over goes to whoever was told, also when nobody is left to be told of the next one.
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
          // Who wants no all-clear is not called because a rule was changed either; other systems hear of every end.
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
            // Where nobody is told anything, nobody is passed over.
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
          // A popup is sent by being written.
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

/** Nobody is called or sent an SMS for what is over: those of the contacts who want to know read it in the app, and by mail. */
const quietRules = ({ contacts }: { contacts: readonly Contact[] }): { contacts: Contact[]; rotas: Rota[] } => ({
  contacts: contacts
    .filter(({ tellsOffline }) => tellsOffline)
    .map((each) => ({
      ...each,
      channels: each.channels.includes('email') ? (['app', 'email'] as const) : (['app'] as const),
    })),
  rotas: [],
});

/** Nobody is rung up to hear that it is over who reads it anyway, or who confirmed it himself. */
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

/** The later steps that were due, in words: to whom each went, or that nobody could be told. */
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
            en: `Still unacknowledged: escalation ${ladderStep}, but nobody could be told`,
          }
        : {
            zh: `仍未确认，第 ${ladderStep} 次升级，通知 ${names.join('、')}`,
            en: `Still unacknowledged: escalation ${ladderStep}, ${names.join(', ')} told`,
          };
    return [{ alarmId: alarm.id, severity: item.severity, text }];
  });
}

/**
 * The steps of the ladder that an announcement is for: its own; a repeat is for whoever has been reached until now. Whoever is only
 * just reached has it from the step itself.
 */
function stepsOf(item: Announcement, alarm: AlarmToTell, nowMs: number): number[] {
  if (item.pushType !== pushTypes.repeat || alarm.escalateMinutes === null) return [item.ladderStep ?? 0];
  const reached = Math.floor((nowMs - justNowMs - alarm.ladderBeganAt.getTime()) / (alarm.escalateMinutes * minuteMs));
  return Array.from({ length: Math.min(Math.max(reached, 0), 9) + 1 }, (_, step) => step);
}

/** The ladder of what was just raised, or became worse, begins; one that ran before ends. */
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
  // Raised and become worse in one round, it is one ladder: that of how it stands now.
  const last = new Map(begins.map((each) => [each.alarm.id, each]));
  const later = [...last.values()].flatMap(({ item, alarm }) => {
    const { escalateMinutes } = alarm;
    if (escalateMinutes === null || alarm.acknowledged || alarm.returned) return [];
    const { contacts, rotas } = rules(alarm);
    // It may fall until then, and is told to whoever hears of the level it has come to.
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
