import {
  type Bilingual,
  commonErrors,
  contactChannels,
  downloadErrors,
  EventNoticeForm,
  type EventNoticeFormInput,
  type EventNoticeFormValues,
  type EventNoticeRow,
  type EventRow,
  type eventNoticeCalls,
  eventNoticeErrors,
  eventSystems,
  eventTypes,
  type Language,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { gatewayTenantOf } from '../gateways/index.ts';
import type { Handlers } from '../handlers.ts';
import { differing, inOneWrite, logged } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { workbookType, writeWorkbook } from '../platform/excel/writeWorkbook.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import { InvalidInput, parseChanged } from '../platform/http/validate.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { endOfLocal, epochOfLocal } from '../platform/zonedTime.ts';
import { type EventFilter, type EventListRow, pageEvents, type ToldRow, toldOf } from './event.store.ts';
import {
  deleteNotices,
  insertNotice,
  lockNotices,
  type NoticePerson,
  type NoticeRow,
  type NoticeValues,
  pageNotices,
  setPeople,
  updateNotice,
  whoSeesEvents,
} from './notice.store.ts';

/** Of one file; more is asked for in stretches. */
const maxExported = 20_000;

const presentEvent = (row: EventListRow, told: readonly ToldRow[], now: number, language: Language): EventRow => ({
  EventId: row.id,
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  SystemType: eventTypes[row.type].system,
  EventType: row.type,
  SubjectType: row.subject_kind,
  SubjectId: row.subject_id,
  SubjectName: inLanguage(row.subject_name, row.subject_name_en, language),
  Describe: language === 'zh' ? row.detail_zh : row.detail_en,
  StartEPOCH: row.started_at.getTime(),
  RecoverEPOCH: row.recovered_at?.getTime() ?? null,
  ContinuedTime: Math.max(0, Math.round(((row.recovered_at?.getTime() ?? now) - row.started_at.getTime()) / 1000)),
  ToldList: told.map((each) => ({
    UserName: each.name,
    Channel: each.channel,
    IsRecovery: each.of_recovery,
    State: each.state,
    Reason: each.reason,
    SendEPOCH: each.at.getTime(),
  })),
});

const presentNotice = (row: NoticeRow, language: Language): EventNoticeRow => ({
  NoticeId: row.id,
  ProjectId: row.project_id,
  NoticeName: inLanguage(row.name, row.name_en, language),
  Name: row.name,
  NameEn: row.name_en,
  Enabled: row.enabled,
  SystemType: row.system_type,
  EventTypeList: row.event_types,
  DelayMinutes: row.delay_minutes,
  TellsRecovery: row.tells_recovery,
  PersonList: row.people.map((person) => ({
    UserId: person.user_id,
    UserName: person.name,
    ChannelList: person.channels,
    IsReached: person.is_reached,
  })),
  NotifiedCount: row.people.length,
  ChangedEPOCH: row.changed_at.getTime(),
  CreateName: row.created_name,
});

const formOf = (row: NoticeRow): EventNoticeFormInput => ({
  ProjectId: row.project_id,
  NoticeId: row.id,
  NoticeName: row.name,
  NoticeNameEn: row.name_en,
  Enabled: row.enabled,
  SystemType: row.system_type,
  EventTypeList: row.event_types,
  DelayMinutes: row.delay_minutes,
  TellsRecovery: row.tells_recovery,
  PersonList: row.people.map(({ user_id, channels }) => ({ UserId: user_id, ChannelList: channels })),
});

const valuesOf = (form: EventNoticeFormValues): NoticeValues => ({
  name: form.NoticeName,
  name_en: form.NoticeNameEn ?? null,
  enabled: form.Enabled,
  system_type: form.SystemType,
  event_types: [...new Set(form.EventTypeList)],
  delay_minutes: form.DelayMinutes,
  tells_recovery: form.TellsRecovery,
});

/** `Wang Qiang (SMS, E-mail)`, for the log. */
const personInWords = ({ name, channels }: Pick<NoticePerson, 'name' | 'channels'>): Bilingual => ({
  zh: `${name}（${channels.map((channel) => contactChannels[channel].zh).join('、')}）`,
  en: `${name} (${channels.map((channel) => contactChannels[channel].en).join(', ')})`,
});

/** Values as the log says them: types and system in words. */
const inLog = (values: object): object => {
  const { eventTypes: types, systemType, ...others } = values as { eventTypes?: string[]; systemType?: string };
  return {
    ...others,
    ...(types && { eventTypes: types.map((type) => wordsOf(eventTypes[type as keyof typeof eventTypes])) }),
    ...(systemType && { systemType: eventSystems[systemType as keyof typeof eventSystems] }),
  };
};
const wordsOf = ({ zh, en }: Bilingual): Bilingual => ({ zh, en });

type Filter = Parameters<Handlers<typeof eventNoticeCalls>['exportEventPage']>[1]['body'];

export function eventNoticeHandlers(deps: {
  db: Db;
  clock: Clock;
  events: EventBus;
}): Handlers<typeof eventNoticeCalls> {
  const { db, clock } = deps;

  async function filterOf({ tenant }: Caller, body: Filter): Promise<Omit<EventFilter, 'offset' | 'limit'>> {
    const zone = body.StartTime || body.EndTime ? await zoneOf(tenant, db, body.ProjectId ?? null) : 'UTC';
    const from = body.StartTime === undefined ? null : epochOfLocal(body.StartTime, zone);
    const until = body.EndTime === undefined ? null : endOfLocal(body.EndTime, zone);
    return {
      projectIds: body.ProjectId !== undefined ? [body.ProjectId] : (body.ProjectIdList ?? null),
      systems: body.SystemTypeList && body.SystemTypeList.length > 0 ? body.SystemTypeList : null,
      types: body.EventTypeList && body.EventTypeList.length > 0 ? body.EventTypeList : null,
      recovered: body.IsRecovered ?? null,
      text: body.Text ?? null,
      from: from === null ? null : new Date(from),
      until: until === null ? null : new Date(until),
      sort: body.SortType ?? 'start',
      ascending: body.IsAsc ?? false,
    };
  }

  return {
    async getEventPage({ caller, language }, { body }) {
      const { tenant } = caller;
      const filter = await filterOf(caller, body);
      const { rows, total } = await pageEvents(gatewayTenantOf(caller), db, {
        ...filter,
        ...rowRange(body),
      });
      const told = await toldOf(
        tenant,
        db,
        rows.map(({ id }) => id),
      );
      const now = clock.now();
      return { Data: rows.map((row) => presentEvent(row, told.get(row.id) ?? [], now, language)), TotalCount: total };
    },

    async exportEventPage({ caller, language }, { body }) {
      const { tenant } = caller;
      const filter = await filterOf(caller, body);
      const { rows, total } = await pageEvents(gatewayTenantOf(caller), db, {
        ...filter,
        offset: 0,
        limit: maxExported,
      });
      if (total === 0) throw new Refusal(downloadErrors.nothingToExport);
      if (total > maxExported) throw new Refusal(eventNoticeErrors.tooManyEvents, { limit: maxExported });
      const told = await toldOf(
        tenant,
        db,
        rows.map(({ id }) => id),
      );
      const now = clock.now();
      const list = rows.map((row) => ({
        ...presentEvent(row, told.get(row.id) ?? [], now, language),
        timeZone: row.time_zone,
      }));
      const title: Bilingual = { zh: '事件', en: 'Events' };
      return {
        name: `${title[language]}.xlsx`,
        contentType: workbookType,
        content: writeWorkbook({
          title: title[language],
          language,
          timeZone: 'UTC',
          rows: list,
          columns: [
            { header: { zh: '项目', en: 'Project' }, type: 'text', value: (row) => row.ProjectName },
            {
              header: { zh: '系统类型', en: 'System' },
              type: 'text',
              value: (row) => eventSystems[row.SystemType][language],
            },
            { header: { zh: '事件', en: 'Event' }, type: 'text', value: (row) => eventTypes[row.EventType][language] },
            { header: { zh: '对象', en: 'About' }, type: 'text', value: (row) => row.SubjectName },
            { header: { zh: '说明', en: 'Details' }, type: 'text', value: (row) => row.Describe },
            {
              header: { zh: '发生时间', en: 'Began' },
              type: 'date',
              value: (row) => row.StartEPOCH,
              timeZone: (row) => row.timeZone,
            },
            {
              header: { zh: '恢复时间', en: 'Over' },
              type: 'date',
              value: (row) => row.RecoverEPOCH,
              timeZone: (row) => row.timeZone,
            },
            {
              header: { zh: '持续（分钟）', en: 'Minutes' },
              type: 'number',
              decimals: 0,
              value: (row) => row.ContinuedTime / 60,
            },
            {
              header: { zh: '已通知', en: 'Told' },
              type: 'text',
              value: (row) =>
                [
                  ...new Set(
                    row.ToldList.filter(({ State }) => State !== 'skipped' && State !== 'waiting').map(
                      ({ UserName }) => UserName,
                    ),
                  ),
                ].join(language === 'zh' ? '、' : ', '),
            },
          ],
        }),
      };
    },

    async getEventNoticePage({ caller, language }, { body }) {
      const { rows, total } = await pageNotices(caller.tenant, db, {
        projectId: body.ProjectId,
        ids: body.NoticeIdList ?? null,
        text: body.Text ?? null,
        systems: body.SystemTypeList && body.SystemTypeList.length > 0 ? body.SystemTypeList : null,
        enabled: body.Enabled ?? null,
        ...rowRange(body),
      });
      return { Data: rows.map((row) => presentNotice(row, language)), TotalCount: total };
    },

    async addOrUpdateEventNotice(context, { body }) {
      const { caller, language } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
        const at = new Date(clock.now());
        const [before] =
          body.NoticeId === undefined ? [] : await lockNotices(tenant, transaction, body.ProjectId, [body.NoticeId]);
        if (body.NoticeId !== undefined && !before) throw new Refusal(commonErrors.notFound);
        const form = parseChanged(
          EventNoticeForm,
          before ? formOf(before) : ({} as EventNoticeFormInput),
          body,
          language,
        );
        const values = valuesOf(form);
        const people = form.PersonList.map(({ UserId, ChannelList }) => ({
          userId: UserId,
          channels: [...new Set(ChannelList)],
        }));
        const names = await whoSeesEvents(
          tenant,
          transaction,
          body.ProjectId,
          people.map(({ userId }) => userId),
        );
        const told = new Map(before?.people.map((person) => [person.user_id, person.name]));
        const stranger = people.findIndex(({ userId }) => !names.has(userId) && !told.has(userId));
        if (stranger >= 0)
          throw InvalidInput.inField(`PersonList.${stranger}.UserId`, eventNoticeErrors.personOutside, language);
        const inWords = people.map(({ userId, channels }) =>
          personInWords({ name: names.get(userId) ?? told.get(userId) ?? '', channels }),
        );
        const subject = { kind: 'eventNotice', name: values.name } as const;
        const where = { companyId: tenant.companyId, projectId: body.ProjectId };
        if (!before) {
          const id = await insertNotice(tenant, transaction, body.ProjectId, values, at);
          await setPeople(tenant, transaction, id, people);
          log({
            ...where,
            subject: { ...subject, id },
            after: { ...inLog(logged({}, values).after), contacts: inWords },
          });
          return { NoticeId: id };
        }
        const changed = differing<NoticeValues>(before, values);
        const keyOf = (list: readonly { id: number; channels: readonly string[] }[]) =>
          JSON.stringify([...list].sort((a, b) => a.id - b.id).map(({ id, channels }) => [id, [...channels].sort()]));
        const moves =
          keyOf(before.people.map(({ user_id, channels }) => ({ id: user_id, channels }))) !==
          keyOf(people.map(({ userId, channels }) => ({ id: userId, channels })));
        if (!moves && Object.keys(changed).length === 0) {
          unchanged();
          return { NoticeId: before.id };
        }
        await updateNotice(tenant, transaction, before.id, changed, at);
        if (moves) await setPeople(tenant, transaction, before.id, people);
        const said = logged(before, changed);
        log({
          ...where,
          subject: { ...subject, id: before.id },
          before: { ...inLog(said.before), ...(moves && { contacts: before.people.map(personInWords) }) },
          after: { ...inLog(said.after), ...(moves && { contacts: inWords }) },
        });
        return { NoticeId: before.id };
      });
    },

    async deleteEventNotice(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async ({ transaction, log }) => {
        const ids = [...new Set(body.NoticeIdList)];
        const rows = await lockNotices(tenant, transaction, body.ProjectId, ids);
        if (rows.length < ids.length) throw new Refusal(commonErrors.notFound);
        await deleteNotices(tenant, transaction, ids);
        for (const row of rows)
          log({
            companyId: tenant.companyId,
            projectId: body.ProjectId,
            subject: { kind: 'eventNotice', id: row.id, name: row.name },
            before: {
              name: row.name,
              eventTypes: row.event_types.map((type) => wordsOf(eventTypes[type])),
              contacts: row.people.map(personInWords),
            },
          });
        return { Deleted: rows.length };
      });
    },
  };
}
