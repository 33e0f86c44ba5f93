import { NewScheduleGroup, ScheduleGroupChange, type ScheduleGroupRow } from '@watchpost/contract';
import { Button, Form, Input, Select, Switch } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { comma } from '../lib/punctuation.ts';
import { useCall } from '../lib/useCall.ts';
import { useProjectOptions } from '../lib/useProjectOptions.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave, WordTag } from '../ui/index.ts';
import {
  defineList,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  useListPage,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutSchedules } from './callsAboutSchedules.ts';
import { scheduleText } from './text.ts';

const groupList = defineList({
  name: 'scheduleGroups',
  filters: {
    text: textFilter({ label: scheduleText.searchGroup }),
    projects: idsFilter({ label: scheduleText.projects, param: 'projects' }),
  },
  sorts: ['name', 'updated'],
  usualSort: { by: 'name', ascending: true },
});

/** Groups of scheduled tasks: in which projects they work, and what they may write. Route /deviceManage/scheduleGroup. */
export function GroupsPage() {
  const t = useText(scheduleText);
  const navigate = useNavigate();
  const notify = useNotify();
  const list = useList(groupList);
  const save = useSave(callsAboutSchedules);
  const { text, projects } = list.query.filters;
  const page = useCall(
    'getScheduleGroupPage',
    {
      body: {
        GroupName: text,
        ProjectIdList: projects,
        ...pagingOf(list.query),
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const projectOptions = useProjectOptions();
  const columns = useGroupColumns();
  const open = ({ GroupId }: ScheduleGroupRow) => void navigate(`/deviceManage/groupTasks?group=${GroupId}`);
  const enable = (rows: readonly ScheduleGroupRow[], Enabled: boolean) =>
    void save('enableScheduleGroup', { body: { GroupIdList: rows.map(({ GroupId }) => GroupId), Enabled } }).catch(
      notify.failure,
    );
  const { props, shown, editing, deleting, deletingPicked } = useListPage({
    list,
    page,
    keyOf: ({ GroupId }) => GroupId,
    nameOf: ({ GroupName }) => GroupName,
    form: (present: ScheduleGroupRow | null, close) => <GroupDialog present={present} onClose={close} />,
    add: t.addGroup,
    empty: { title: t.noGroups, hint: t.noGroupsHint },
    deletion: {
      call: 'deleteScheduleGroup',
      input: (GroupIdList) => ({ body: { GroupIdList } }),
      title: t.deleteGroups,
      said: t.groupsDeleted,
      asks: callsAboutSchedules,
    },
  });
  return (
    <>
      <ListPage
        {...props}
        columns={columns}
        label={t.groups}
        options={{ projects: projectOptions.length > 0 ? projectOptions : null }}
        onOpen={open}
        rowActions={(row) => [
          { key: 'tasks', label: t.openTasks, inline: true, run: () => open(row) },
          editing(row, { inline: false }),
          { key: 'enable', label: row.Enabled ? t.disable : t.enable, run: () => enable([row], !row.Enabled) },
          deleting(row),
        ]}
        batch={(rows, clear) => (
          <>
            <Button onClick={() => enable(rows, true)}>{t.enable}</Button>
            <Button onClick={() => enable(rows, false)}>{t.disable}</Button>
            {deletingPicked(rows, clear)}
          </>
        )}
      />
      {shown}
    </>
  );
}

function useGroupColumns(): readonly ListColumn<ScheduleGroupRow>[] {
  const t = useText(scheduleText);
  const dates = useDates();
  return useMemo(
    (): ListColumn<ScheduleGroupRow>[] => [
      {
        key: 'name',
        title: t.groupName,
        width: 190,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ GroupName }) => GroupName,
      },
      {
        key: 'projects',
        title: t.projects,
        width: 220,
        ellipsis: true,
        render: ({ ProjectList }) => ProjectList.map(({ ProjectName }) => ProjectName).join(comma()),
      },
      {
        key: 'points',
        title: t.points,
        ellipsis: true,
        render: ({ PointList }) => PointList.map(nameOfPoint).join(comma()) || '–',
      },
      {
        key: 'tasks',
        title: t.taskCount,
        width: 140,
        render: ({ EnabledJobCount, JobCount }) => t.taskCountOf(EnabledJobCount, JobCount),
      },
      {
        key: 'state',
        title: t.state,
        width: 110,
        render: ({ Enabled }) => <WordTag good={Enabled || null} words={Enabled ? t.on : t.off} />,
      },
      {
        key: 'updated',
        title: t.updated,
        width: 150,
        sort: 'updated',
        usuallyHidden: true,
        render: ({ UpdateEpoch }) => dates.dateTime(UpdateEpoch),
      },
    ],
    [t, dates],
  );
}

const nameOfPoint = ({ DeviceName, PointName }: { DeviceName: string | null; PointName: string }): string =>
  [DeviceName, PointName].filter(Boolean).join(' · ');

function GroupDialog({ present, onClose }: { present: ScheduleGroupRow | null; onClose: () => void }) {
  const t = useText(scheduleText);
  const projectOptions = useProjectOptions();
  const save = useSave(callsAboutSchedules, onClose);
  const initial = useMemo(
    () => ({
      GroupName: present?.GroupName ?? '',
      GroupDescription: present?.GroupDescription ?? '',
      ProjectIdList: present?.ProjectList.map(({ ProjectId }) => ProjectId) ?? [],
      PointIdList: present?.PointList.map(({ PointId }) => PointId) ?? [],
      Enabled: present?.Enabled ?? true,
    }),
    [present],
  );
  const form = useSchemaForm(NewScheduleGroup, {
    initial,
    add: (body) => save('addScheduleGroup', { body }, t.groupAdded),
    edit:
      present &&
      ((body) =>
        save(
          'editScheduleGroup',
          { body: ScheduleGroupChange.parse({ ...body, GroupId: present.GroupId }) as never },
          t.saved,
        )),
  });
  const projects = Form.useWatch('ProjectIdList', form.antd) as number[] | undefined;
  return (
    <FormDialog form={form} title={present ? t.editGroup : t.addGroup} width={600} onClose={onClose}>
      <form.Field name="GroupName" label={t.groupName}>
        <Input maxLength={20} />
      </form.Field>
      <form.Field name="GroupDescription" label={t.description}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
      </form.Field>
      <form.Field name="ProjectIdList" label={t.projects}>
        <Select mode="multiple" options={projectOptions} showSearch={{ optionFilterProp: 'label' }} />
      </form.Field>
      <form.Field name="PointIdList" label={t.points}>
        <PointsField projects={projects ?? []} known={present?.PointList ?? []} />
      </form.Field>
      <form.Field name="Enabled" label={t.enabled} valuePropName="checked">
        <Switch />
      </form.Field>
    </FormDialog>
  );
}

/** Points of the chosen projects that the user may write, found by typing. `value` and `onChange` come from the form. */
function PointsField({
  projects,
  known,
  ...field
}: {
  projects: readonly number[];
  known: ScheduleGroupRow['PointList'];
  id?: string;
  value?: number[];
  onChange?: (value: number[]) => void;
}) {
  const t = useText(scheduleText);
  const [search, setSearch] = useState('');
  const page = useCall(
    'getWritablePointPage',
    { body: { ProjectIdList: [...projects], Text: search || undefined, PageIndex: 1, PageSize: 100 } },
    { scope: 'company', ...whileWaiting, enabled: projects.length > 0 },
  );
  const [seen, setSeen] = useState(() => new Map(known.map((point) => [point.PointId, nameOfPoint(point)])));
  const found = (projects.length === 0 ? [] : (page.data?.Data ?? [])).map(({ PointId, PointName, MName }) => ({
    value: PointId,
    label: nameOfPoint({ DeviceName: MName, PointName }),
  }));
  const chosen = (field.value ?? []).filter((id) => !found.some(({ value }) => value === id));
  return (
    <Select
      {...field}
      mode="multiple"
      placeholder={t.searchPoint}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={page.isFetching}
      options={[...found, ...chosen.map((value) => ({ value, label: seen.get(value) ?? String(value) }))]}
      onChange={(value) => {
        setSeen((before) => new Map([...before, ...found.map((each) => [each.value, each.label] as const)]));
        field.onChange?.(value);
      }}
    />
  );
}
