import type { AllCalls, CallData, CallInput } from '@watchpost/contract';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { saveFile } from '../../downloads/index.ts';
import { callApi } from '../../lib/client.ts';
import { useText } from '../../lib/defineText.ts';
import { links } from '../../lib/links.ts';
import { useSession } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { useNotify } from '../../ui/index.ts';
import {
  defineList,
  idFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  treeFilter,
  useList,
  whileWaiting,
} from '../../ui/list/index.ts';
import { fieldText, manageText } from './text.ts';
import { useClasses } from './useChoices.ts';
import { usePlaceOptions } from './usePlaceOptions.ts';

type Row = CallData<AllCalls['getModelTreeProjectStatistics']>['Data'][number];
type Question = CallInput<AllCalls['exportModelTreeProjectStatistics']>['body'];

const projectStatistics = defineList({
  name: 'deviceProjectStatistics',
  filters: {
    text: textFilter({ label: manageText.searchProject }),
    places: treeFilter({ label: fieldText.project, param: 'place' }),
    subsystem: idFilter({ label: fieldText.subsystem, param: 'subsystem' }),
  },
  sorts: ['name', 'total', 'online', 'offline', 'alarm', 'incomplete'],
  usualSort: { by: 'name', ascending: true },
});

/** How the devices of each project stand. */
export function ProjectStatistics() {
  const t = useText(manageText);
  const f = useText(fieldText);
  const { company } = useSession();
  const navigate = useNavigate();
  const notify = useNotify();
  const list = useList(projectStatistics);
  const { text, places, subsystem } = list.query.filters;
  const question: Question = {
    CompanyId: company.CompanyId,
    ProjectName: text,
    subareaIdList: places,
    BigTypeId: subsystem,
  };
  const page = useCall(
    'getModelTreeProjectStatistics',
    { body: { ...question, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const classes = useClasses();
  const placeOptions = usePlaceOptions();
  const options = useMemo(
    () => ({
      places: placeOptions,
      subsystem: classes?.map(({ BigTypeId, BigTypeName }) => ({ value: BigTypeId, label: BigTypeName })) ?? null,
    }),
    [placeOptions, classes],
  );
  const columns = useMemo((): ListColumn<Row>[] => {
    const counted = (key: 'total' | 'online' | 'offline' | 'alarm' | 'incomplete', title: string, of: keyof Row) => ({
      key,
      title,
      width: 120,
      align: 'right' as const,
      sort: key,
      render: (row: Row) => <span className="tabular">{row[of]}</span>,
    });
    return [
      {
        key: 'name',
        title: f.project,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: (row) => <span className="device-name-cell">{row.ProjectName}</span>,
      },
      counted('total', t.total, 'Total'),
      counted('online', f.online, 'Online'),
      counted('offline', f.offline, 'Offline'),
      counted('alarm', f.inAlarm, 'Alarm'),
      counted('incomplete', f.incomplete, 'Incomplete'),
    ];
  }, [t, f]);
  const save = async () => {
    try {
      saveFile(await callApi('exportModelTreeProjectStatistics', { body: question }));
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <ListPage
      list={list}
      page={page}
      columns={columns}
      label={t.projects}
      keyOf={({ ProjectId }) => ProjectId}
      nameOf={({ ProjectName }) => ProjectName}
      options={options}
      onOpen={({ ProjectId }) => navigate(links.project(ProjectId))}
      onExport={save}
      empty={{ title: t.emptyCompany, hint: t.emptyCompanyHint }}
    />
  );
}
