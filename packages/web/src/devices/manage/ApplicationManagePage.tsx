import { type AllCalls, type CallData, calls } from '@watchpost/contract';
import { Button, Radio, Select, Tabs, Tag } from 'antd';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CompanyCameraList } from '../../cameras/index.ts';
import { useText } from '../../lib/defineText.ts';
import { links } from '../../lib/links.ts';
import { useSession } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { callsAboutPlaces } from '../../projects/index.ts';
import { FormDialog, useDialog, useSchemaForm } from '../../ui/form/index.ts';
import { useSave } from '../../ui/index.ts';
import {
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../../ui/list/index.ts';
import { applicationText } from './applicationText.ts';
import './manage.css';
import { fieldText, manageText } from './text.ts';

type Row = CallData<AllCalls['getApplicationPage']>['Data'][number];
type Application = Row['Applications'][number];

const tabs = ['boards', 'video'] as const;

/** Which boards the projects show and how their devices stand, and the cameras. Route /deviceManage/applicationManageIndex. */
export function ApplicationManagePage() {
  const t = useText(applicationText);
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'boards';
  const content = { boards: <ApplicationList />, video: <CompanyCameraList /> };
  return (
    <Tabs
      className="devices-tabs"
      activeKey={tab}
      aria-label={t.tabs}
      destroyOnHidden
      onChange={(key) => setParams(key === 'boards' ? {} : { tab: key })}
      items={tabs.map((key) => ({ key, label: t[key], children: key === tab ? content[key] : null }))}
    />
  );
}

const applicationList = defineList({
  name: 'applications',
  filters: { text: textFilter({ label: manageText.searchProject }) },
  sorts: ['name'],
  usualSort: { by: 'name', ascending: true },
});

function ApplicationList() {
  const t = useText(applicationText);
  const f = useText(fieldText);
  const m = useText(manageText);
  const navigate = useNavigate();
  const list = useList(applicationList);
  const dialog = useDialog();
  const page = useCall(
    'getApplicationPage',
    { body: { ProjectName: list.query.filters.text, IsAsc: list.query.ascending, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useMemo(
    (): ListColumn<Row>[] => [
      {
        key: 'name',
        title: f.project,
        sort: 'name',
        width: 240,
        always: true,
        onCard: 'heading',
        render: ({ ProjectName }) => <span className="device-name-cell">{ProjectName}</span>,
      },
      {
        key: 'boards',
        title: t.boards,
        render: ({ Applications }) =>
          Applications.length === 0 ? t.none : Applications.map((each) => <BoardTag key={each.BigTypeId} of={each} />),
      },
    ],
    [t, f],
  );
  const choose = (projects: readonly Row[], done?: () => void) =>
    dialog.open(<BoardsDialog projects={projects} done={done} onClose={dialog.close} />);
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={m.projects}
        keyOf={({ ProjectId }) => ProjectId}
        nameOf={({ ProjectName }) => ProjectName}
        onOpen={({ ProjectId }) => navigate(links.project(ProjectId))}
        rowActions={(row) => [{ key: 'choose', label: t.choose, inline: true, run: () => choose([row]) }]}
        batch={(rows, clear) => <Button onClick={() => choose(rows, clear)}>{t.choose}</Button>}
        empty={{ title: m.emptyCompany, hint: m.emptyCompanyHint }}
      />
      {dialog.shown}
    </>
  );
}

/** The name of a board with how many devices it has; what is wrong with them stands in words, not in the colour alone. */
function BoardTag({ of: { BigTypeName, Total, Alarm, Offline } }: { of: Application }) {
  const t = useText(applicationText);
  const said = [BigTypeName, Total === 0 ? t.waits : String(Total)];
  if (Alarm > 0) said.push(t.inAlarm(Alarm));
  if (Offline > 0) said.push(t.offline(Offline));
  return (
    <Tag className="board-tag" color={Alarm > 0 ? 'error' : Offline > 0 ? 'warning' : 'default'}>
      <span className="board-tag-words">{said.join(' · ')}</span>
    </Tag>
  );
}

function BoardsDialog({
  projects,
  done,
  onClose,
}: {
  projects: readonly Row[];
  done?: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useText(applicationText);
  const { company } = useSession();
  const subsystems = useCall(
    'getProjectModelList',
    { query: { companyId: company.CompanyId } },
    { scope: 'company' },
  ).data;
  const save = useSave([...callsAboutPlaces, 'getApplicationPage'], () => {
    done?.();
    onClose();
  });
  const form = useSchemaForm(calls.setApplications.body, {
    initial: { ProjectIdList: projects.map(({ ProjectId }) => ProjectId), BigTypeIdList: [], Shown: true },
    save: (body) => save('setApplications', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.chooseTitle(projects.length, projects[0]!.ProjectName)} onClose={onClose}>
      <p>{t.chooseHint}</p>
      <form.Field name="Shown" label={t.action}>
        <Radio.Group
          options={[
            { value: true, label: t.show },
            { value: false, label: t.hide },
          ]}
        />
      </form.Field>
      <form.Field name="BigTypeIdList" label={t.boards}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={subsystems?.map(({ BigTypeId, BigTypeName }) => ({ value: BigTypeId, label: BigTypeName })) ?? []}
        />
      </form.Field>
    </FormDialog>
  );
}
