import { DataScreenChange, type DataScreenRow, NewDataScreen, stationKinds, stationWords } from '@watchpost/contract';
import { Button, Checkbox, Input, Select, Switch } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { comma } from '../lib/punctuation.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useProjectOptions } from '../lib/useProjectOptions.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { defineList, type ListColumn, ListPage, textFilter, useList, useListPage } from '../ui/list/index.ts';
import { setUpText } from './setUpText.ts';

const callsAboutScreens = ['getDataScreens', 'getDisplays'] as const;
const screenList = defineList({
  name: 'dataScreens',
  filters: { text: textFilter({ label: setUpText.name }) },
  sorts: ['name'],
  usualSort: { by: 'name', ascending: true },
});

/** The data screens of the company. Route /dataScreen/screens. */
export function ScreensPage() {
  const t = useText(setUpText);
  const inWords = useBilingual();
  const navigate = useNavigate();
  const { company } = useSession();
  const mayEdit = useMay('dataScreenEdit');
  const mayPair = useMay('displaysPair');
  const mayView = useMay('dataScreenView');
  const list = useList(screenList);
  const { text } = list.query.filters;
  const answer = useCall(
    'getDataScreens',
    { query: { CompanyId: company.CompanyId } },
    {
      scope: 'company',
      select: ({ ScreenList }) => {
        const Data = ScreenList.filter(({ Name }) => Name.toLowerCase().includes((text ?? '').toLowerCase()));
        return { Data: list.query.ascending ? Data : Data.reverse(), TotalCount: Data.length };
      },
    },
  );
  const columns = useMemo(
    (): ListColumn<DataScreenRow>[] => [
      {
        key: 'name',
        title: t.name,
        width: 200,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ Name }) => Name,
      },
      {
        key: 'projects',
        title: t.projects,
        ellipsis: true,
        render: ({ AllProjects, ProjectList }) =>
          AllProjects ? t.allProjects : ProjectList.map(({ ProjectName }) => ProjectName).join(comma()),
      },
      {
        key: 'stations',
        title: t.stations,
        width: 280,
        ellipsis: true,
        render: ({ StationList, StationSeconds }) =>
          `${StationList.map((kind) => inWords(stationWords[kind])).join(comma())} · ${t.seconds(StationSeconds)}`,
      },
      { key: 'walls', title: t.walls, width: 100, align: 'right', render: ({ DisplayCount }) => DisplayCount },
    ],
    [t, inWords],
  );
  const { props, shown, edit, editing, deleting } = useListPage({
    list,
    page: answer,
    keyOf: ({ ScreenId }) => ScreenId,
    nameOf: ({ Name }) => Name,
    form: (present: DataScreenRow | null, close) => <ScreenDialog present={present} onClose={close} />,
    add: mayEdit ? t.addScreen : null,
    empty: { title: t.noScreens, hint: t.noScreensHint },
    deletion: {
      call: 'deleteDataScreen',
      input: (ScreenIdList) => ({ body: { ScreenIdList } }),
      title: t.deleteScreens,
      said: t.deleted,
      asks: callsAboutScreens,
      note: t.wallsGo,
    },
  });
  return (
    <>
      <ListPage
        {...props}
        columns={columns}
        label={t.screens}
        actionsWidth={170}
        rowActions={(row) => [
          ...(mayView
            ? [{ key: 'open', label: t.open, inline: true, run: () => void navigate(`/dataScreen?id=${row.ScreenId}`) }]
            : []),
          ...(mayEdit ? [editing(row), deleting(row)] : []),
        ]}
        actions={
          <>
            {mayPair ? <Button onClick={() => void navigate('/dataScreen/displays')}>{t.walls}</Button> : null}
            {props.actions}
          </>
        }
        {...(mayEdit ? { onOpen: edit } : {})}
      />
      {shown}
    </>
  );
}

function ScreenDialog({ present, onClose }: { present: DataScreenRow | null; onClose: () => void }) {
  const t = useText(setUpText);
  const inWords = useBilingual();
  const projects = useProjectOptions();
  const save = useSave(callsAboutScreens, onClose);
  const initial = useMemo(
    () => ({
      Name: present?.Name ?? '',
      AllProjects: present?.AllProjects ?? false,
      ProjectIdList: present && !present.AllProjects ? present.ProjectList.map(({ ProjectId }) => ProjectId) : [],
      StationList: present?.StationList ?? [...stationKinds],
      StationSeconds: present?.StationSeconds ?? 20,
    }),
    [present],
  );
  const form = useSchemaForm(NewDataScreen, {
    initial,
    add: (body) => save('addDataScreen', { body }, t.saved),
    edit:
      present &&
      ((body) =>
        save(
          'editDataScreen',
          { body: DataScreenChange.parse({ ...body, ScreenId: present.ScreenId }) as never },
          t.saved,
        )),
  });
  return (
    <FormDialog form={form} title={present ? t.editScreen : t.addScreen} width={560} onClose={onClose}>
      <form.Field name="Name" label={t.name}>
        <Input maxLength={30} />
      </form.Field>
      <form.Field name="AllProjects" label={t.allProjects} valuePropName="checked" extra={t.allProjectsHint}>
        <Switch />
      </form.Field>
      <form.Field name="ProjectIdList" label={t.projects}>
        <Select mode="multiple" options={projects} showSearch={{ optionFilterProp: 'label' }} />
      </form.Field>
      <form.Field name="StationList" label={t.stations} extra={t.stationsHint}>
        <Checkbox.Group options={stationKinds.map((value) => ({ value, label: inWords(stationWords[value]) }))} />
      </form.Field>
      <form.Field name="StationSeconds" label={t.stationSeconds}>
        <NumberField min={5} max={600} />
      </form.Field>
    </FormDialog>
  );
}
