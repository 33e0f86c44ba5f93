import {
  type AllCalls,
  type CallData,
  EventNoticeForm,
  type EventNoticeFormInput,
  type EventNoticeRow,
  type EventSystem,
  eventSystemNames,
  eventSystems,
  eventTypes,
  eventTypesOf,
} from '@watchpost/contract';
import { Alert, Button, Form, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { NumberField, SchemaForm, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState, ErrorState, PageSkeleton, useNotify } from '../ui/index.ts';
import './eventNotices.css';
import { type PersonDraft, PersonFields } from './PersonFields.tsx';
import { text } from './text.ts';
import { useNoticesChanged } from './useNoticesChanged.ts';

type People = CallData<AllCalls['getAlarmStrategyChoices']>['PersonList'];

/** Adds or edits one event notice. Route /eventCenter/eventNoticeEdit. */
export function EventNoticePage() {
  const t = useText(text);
  const { ProjectId } = useProject();
  const mayEdit = useMay('alarmStrategyEdit');
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  const found = useCall(
    'getEventNoticePage',
    id === null ? null : { body: { ProjectId, NoticeIdList: [id], PageIndex: 1, PageSize: 1 } },
    { staleTime: 0, gcTime: 0 },
  );
  const choices = useCall('getAlarmStrategyChoices', mayEdit ? { query: { projectId: ProjectId } } : null, {
    staleTime: 60_000,
  });
  const failed = choices.error ?? (id === null ? null : found.error);
  if (failed) return <ErrorState error={failed} onRetry={() => void (choices.error ? choices : found).refetch()} />;
  if ((mayEdit && !choices.data) || (id !== null && !found.data)) return <PageSkeleton />;
  const notice = found.data?.Data[0] ?? null;
  if (id !== null && notice === null) return <EmptyState title={t.gone} />;
  return (
    <Editor
      key={notice ? `${notice.NoticeId} ${notice.ChangedEPOCH}` : 'new'}
      projectId={ProjectId}
      notice={notice}
      people={(choices.data?.PersonList ?? []).filter(({ SeesEvents }) => SeesEvents)}
      mayEdit={mayEdit}
    />
  );
}

const formOf = (notice: EventNoticeRow): EventNoticeFormInput => ({
  ProjectId: notice.ProjectId,
  NoticeId: notice.NoticeId,
  NoticeName: notice.Name,
  NoticeNameEn: notice.NameEn,
  Enabled: notice.Enabled,
  SystemType: notice.SystemType,
  EventTypeList: notice.EventTypeList,
  DelayMinutes: notice.DelayMinutes,
  TellsRecovery: notice.TellsRecovery,
  PersonList: notice.PersonList.map(({ UserId, ChannelList }) => ({ UserId, ChannelList })),
});

const usualPerson: PersonDraft = { ChannelList: ['sms'] };

const emptyForm = (projectId: number): Partial<EventNoticeFormInput> => ({
  ProjectId: projectId,
  NoticeName: '',
  NoticeNameEn: null,
  Enabled: true,
  SystemType: 'gateway',
  EventTypeList: eventTypesOf('gateway'),
  DelayMinutes: 5,
  TellsRecovery: true,
  PersonList: [usualPerson as never],
});

function Editor({
  projectId,
  notice,
  people,
  mayEdit,
}: {
  projectId: number;
  notice: EventNoticeRow | null;
  people: People;
  mayEdit: boolean;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const navigate = useNavigate();
  const notify = useNotify();
  const changed = useNoticesChanged();
  const saving = useCallMutation('addOrUpdateEventNotice');
  const [loaded] = useState((): Partial<EventNoticeFormInput> => (notice ? formOf(notice) : emptyForm(projectId)));
  const save = async (body: Partial<EventNoticeFormInput>) => {
    await saving.mutateAsync({ body: { ...body, ProjectId: projectId } });
    notify.success(t.saved);
    await changed();
    setTimeout(() => void navigate(links.eventNotices));
  };
  const form = useSchemaForm(
    EventNoticeForm,
    // What the system is says which events there are, so the two are sent together.
    notice
      ? { initial: loaded, edits: ['ProjectId', 'NoticeId'], together: [['SystemType', 'EventTypeList']], save }
      : { initial: loaded, save },
  );
  const values = (Form.useWatch([], { form: form.antd, preserve: true }) ?? loaded) as Partial<EventNoticeFormInput>;
  const told = (values.PersonList ?? []) as PersonDraft[];
  const set = (field: 'EventTypeList' | 'PersonList', value: unknown) => {
    form.antd.setFieldValue(field, value as never);
    form.noteChange();
  };
  const names = new Map(
    [...(notice?.PersonList ?? []), ...people].map(({ UserId, UserName }) => [UserId, UserName] as const),
  );
  const options = [...names].map(([value, label]) => ({ value, label }));
  const isLost = (person: PersonDraft) =>
    notice?.PersonList.some(({ UserId, IsReached }) => UserId === person.UserId && !IsReached) === true;
  return (
    <div className="event-notice">
      {mayEdit ? null : <Alert type="info" showIcon title={t.readOnly} />}
      <fieldset disabled={!mayEdit}>
        <SchemaForm form={form} actions={<Button onClick={() => void navigate(links.eventNotices)}>{t.cancel}</Button>}>
          <div className="event-notice-pair">
            <form.Field name="NoticeName" label={t.name}>
              <Input maxLength={25} showCount />
            </form.Field>
            <form.Field name="NoticeNameEn" label={t.nameEn}>
              <Input maxLength={25} showCount />
            </form.Field>
          </div>
          <form.Field name="Enabled" label={t.enabled} valuePropName="checked">
            <Switch />
          </form.Field>
          <h2>{t.what}</h2>
          <div className="event-notice-pair">
            <form.Field name="SystemType" label={t.system}>
              <Select
                options={eventSystemNames.map((value) => ({ value, label: inWords(eventSystems[value]) }))}
                onSelect={(chosen: EventSystem) => set('EventTypeList', eventTypesOf(chosen))}
              />
            </form.Field>
            <form.Field name="DelayMinutes" label={t.delay} extra={t.delayHint}>
              <NumberField precision={0} min={0} max={1440} />
            </form.Field>
          </div>
          <form.Field name="EventTypeList" label={t.type}>
            <Select
              mode="multiple"
              optionFilterProp="label"
              options={eventTypesOf((values.SystemType ?? 'gateway') as EventSystem).map((value) => ({
                value,
                label: inWords(eventTypes[value]),
              }))}
            />
          </form.Field>
          <form.Field name="TellsRecovery" label={t.tellsRecovery} valuePropName="checked">
            <Switch />
          </form.Field>
          <h2>{t.who}</h2>
          {told.map((person, at) => (
            <PersonFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a person may be chosen later; the place is what stays
              key={at}
              {...{ form, at, options }}
              onRemove={
                mayEdit && told.length > 1
                  ? () =>
                      set(
                        'PersonList',
                        told.filter((_, place) => place !== at),
                      )
                  : null
              }
              warning={isLost(person) ? t.notReached : null}
            />
          ))}
          {mayEdit ? (
            <p>
              <Button onClick={() => set('PersonList', [...told, usualPerson])}>{t.addPerson}</Button>
            </p>
          ) : null}
        </SchemaForm>
      </fieldset>
    </div>
  );
}
