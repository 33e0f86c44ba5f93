import {
  channels,
  type Language,
  minuteMs,
  type NotSentReason,
  notSentReasons,
  outboundChannels,
  permissionIds,
  type ReachRow,
} from '@watchpost/contract';
import { membersOfProjects, system } from '../../access/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { isServed as serves } from '../../projects/index.ts';
import { alarmViewers } from '../alarmViewers.ts';
import { alarmVisibilityOf } from '../alarmVisibility.ts';
import { calendarsAround } from '../duty/calendarsAround.ts';
import { quietUntil } from '../duty/quietUntil.ts';
import { type Available, notReached } from '../outbox/reachedBy.ts';
import {
  type Person,
  readAbsences,
  readContacts,
  readPeople,
  readRotas,
  readWebhooks,
} from '../outbox/recipients.store.ts';
import { recipientsAtStep } from '../outbox/recipientsAtStep.ts';
import { type Client, projectsOf } from '../store.ts';

/** What is asked about: an alarm, or a strategy as if it raised one now. */
export interface Subject {
  readonly alarmId: number | null;
  readonly strategyId: number | null;
  readonly companyId: number;
  readonly projectId: number;
  readonly timeZone: string;
  readonly escalateMinutes: number | null;
  readonly severity: number;
  /** When its escalation began. */
  readonly since: number;
  /** Why nobody is notified any more. */
  readonly isOver: NotSentReason | null;
}

const lastStep = 9;

/** Who would be notified at each step, by the rules that decide it: when, by which way, or why not. Asking notifies nobody. */
export async function notificationPreview(
  client: Client,
  subject: Subject,
  nowMs: number,
  available: Available,
  language: Language,
) {
  const { projectId, companyId, severity, timeZone, escalateMinutes } = subject;
  const contacts = await readContacts(system, client, subject.strategyId === null ? [] : [subject.strategyId]);
  const rotas = await readRotas(system, client, [projectId]);
  const absences = (await readAbsences(system, client, [companyId], new Date(nowMs))).get(companyId) ?? [];
  const days = (await calendarsAround(client, [projectId], nowMs)).get(projectId) ?? new Map();
  const hooks = await readWebhooks(system, client, [companyId]);
  const [project] = await projectsOf(system, client, [projectId]);
  const isServed = project !== undefined && serves(project, nowMs);
  const alarm = { alarmId: subject.alarmId ?? 0, projectId, severity };
  const visibility = subject.alarmId === null ? null : await alarmVisibilityOf(client, [alarm], nowMs);
  // A strategy has no device yet: levels decide.
  const members = await membersOfProjects(system, client, [projectId], permissionIds(alarmViewers));
  const viewers = members.filter(
    ({ user_id, alarm_levels }) => alarm_levels.includes(severity) && (visibility?.canView(user_id, alarm) ?? true),
  );
  const mayUse = new Set(viewers.map(({ user_id }) => user_id));

  const steps = Array.from({ length: escalateMinutes === null ? 1 : lastStep + 1 }, (_, step) => {
    const due = subject.since + step * (escalateMinutes ?? 0) * minuteMs;
    const isDone = subject.alarmId !== null && due < nowMs;
    const at = isDone ? due : Math.max(due, nowMs);
    return {
      step,
      at,
      isDone,
      reached: recipientsAtStep({
        ...{ contacts, rotas, days, absences, severity, step, at, timeZone, projectId },
        maySee: (userId) => !isServed || mayUse.has(userId),
      }),
    };
  });
  const people = await readPeople(system, client, [
    ...new Set(
      steps.flatMap(({ reached }) => reached.flatMap(({ userId, insteadOf }) => [userId, insteadOf ?? userId])),
    ),
  ]);

  const rows = steps.flatMap(({ step, at, isDone, reached }) =>
    reached.flatMap(({ userId, channels: ways, whyNot, insteadOf, rota, despiteLeave }): ReachRow[] => {
      const person = people.get(userId);
      if (!person) return [];
      const via = [
        rota === null ? inLanguage('策略联系人', 'contact of the policy', language) : rota,
        insteadOf === null
          ? null
          : language === 'zh'
            ? `代替${people.get(insteadOf)?.name ?? ''}`
            : `in place of ${people.get(insteadOf)?.name ?? ''}`,
        despiteLeave
          ? inLanguage(
              '休假中，但代班人无权查看该报警',
              'on leave, but the substitute may not see this alarm',
              language,
            )
          : null,
      ];
      return ways.map((channel): ReachRow => {
        const reason = (isDone ? null : subject.isOver) ?? whyNot ?? against(channel, person);
        const held = reason === null ? quietUntil(person.quiet, { channel, severity, at, timeZone }) : null;
        const said = reason ?? (held === null ? null : 'quietHours');
        return {
          Step: step,
          AtEpoch: held ?? at,
          IsDone: isDone && (held === null || held < nowMs),
          UserId: userId,
          UserName: person.name,
          Channel: channel,
          ChannelName: channels[channel][language],
          Reason: said,
          Explain:
            said === null
              ? ''
              : `${notSentReasons[said][language]}${held === null ? '' : ` (${localOfEpoch(held, timeZone).slice(11, 16)})`}`,
          Via: via.filter(Boolean).join(language === 'zh' ? '，' : ', '),
        };
      });
    }),
  );
  const ofHooks = hooks
    .filter((hook) => hook.severities.includes(severity) && (hook.projectId === null || hook.projectId === projectId))
    .map((hook): ReachRow => {
      const isCalled = subject.alarmId !== null && subject.since < nowMs;
      const reason = isServed ? (isCalled ? null : subject.isOver) : 'notServed';
      return {
        Step: 0,
        AtEpoch: isCalled ? subject.since : nowMs,
        IsDone: isCalled,
        UserId: null,
        UserName: hook.name,
        Channel: 'webhook',
        ChannelName: channels.webhook[language],
        Reason: reason,
        Explain: reason === null ? '' : notSentReasons[reason][language],
        Via: '',
      };
    });

  function against(channel: ReachRow['Channel'], person: Person): NotSentReason | null {
    if (!isServed) return 'notServed';
    return mayUse.has(person.userId) ? notReached(channel, person, available) : 'noRight';
  }

  return {
    Level: severity,
    Viewers: isServed && subject.isOver === null ? viewers.length : 0,
    Rows: [...rows, ...ofHooks],
    NotAvailable: outboundChannels
      .filter((channel) => !available[channel])
      .map((channel) => channels[channel][language]),
    IsServed: isServed,
  };
}
