import {
  type AllCalls,
  type CallInput,
  type EventRow,
  eventSystemNames,
  eventSystems,
  eventTypeNames,
  eventTypes,
} from '@watchpost/contract';
import { useMemo, useState } from 'react';
import { saveFile } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import {
  choiceFilter,
  choicesFilter,
  defineList,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  rangeFilter,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { EventDialog } from './EventDialog.tsx';
import { EventState, happensOnce } from './EventState.tsx';
import { text } from './text.ts';

const eventList = defineList({
  name: 'platformEvents',
  filters: {
    text: textFilter({ label: text.search }),
    projects: idsFilter({ label: text.project, param: 'projects' }),
    systems: choicesFilter({
      label: text.system,
      param: 'system',
      options: eventSystemNames.map((value) => ({ value, label: eventSystems[value] })),
    }),
    types: choicesFilter({
      label: text.type,
      param: 'type',
      options: eventTypeNames.map((value) => ({ value, label: eventTypes[value] })),
    }),
    state: choiceFilter({
      label: text.state,
      param: 'state',
      options: [
        { value: 'lasting', label: text.lasting },
        { value: 'recovered', label: text.recovered },
      ],
    }),
    time: rangeFilter({ label: text.began, withTime: true }),
  },
  sorts: ['start', 'recovered', 'project'],
  usualSort: { by: 'start', ascending: false },
});

/** The events of a project, or of all projects the user may see. */
export function EventList({ projectId }: { projectId: number | null }) {
  const t = useText(text);
  const notify = useNotify();
  const { company, projects } = useSession();
  const list = useList(eventList);
  const [opened, setOpened] = useState<number | null>(null);
  const { text: words, projects: projectIds, systems, types, state, time } = list.query.filters;
  const asked: CallInput<AllCalls['exportEventPage']>['body'] = {
    CompanyId: company.CompanyId,
    ...(projectId === null ? { ProjectIdList: projectIds } : { ProjectId: projectId }),
    SystemTypeList: systems,
    EventTypeList: types,
    IsRecovered: state === undefined ? undefined : state === 'recovered',
    Text: words,
    StartTime: time?.[0],
    EndTime: time?.[1],
    SortType: list.query.sort,
    IsAsc: list.query.ascending,
  };
  const page = useCall(
    'getEventPage',
    { body: { ...asked, ...pagingOf(list.query) } },
    { scope: projectId === null ? 'company' : 'project', refetchInterval: 60_000, ...whileWaiting },
  );
  const columns = useColumns(projectId === null);
  const event = page.data?.Data.find(({ EventId }) => EventId === opened) ?? null;
  const exportAll = async () => {
    try {
      saveFile(await callApi('exportEventPage', { body: asked }));
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.events}
        keyOf={(row: EventRow) => row.EventId}
        nameOf={(row) => row.SubjectName}
        options={{
          projects:
            projectId === null
              ? projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))
              : null,
        }}
        onOpen={({ EventId }) => setOpened(EventId)}
        rowActions={({ EventId }) => [{ key: 'open', label: t.open, inline: true, run: () => setOpened(EventId) }]}
        onExport={exportAll}
        empty={{ title: t.none, hint: t.noneHint }}
      />
      {event ? <EventDialog event={event} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

function useColumns(allProjects: boolean): readonly ListColumn<EventRow>[] {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    () => [
      {
        key: 'type',
        title: t.type,
        width: 210,
        always: true,
        onCard: 'heading',
        render: (row) => inWords(eventTypes[row.EventType]),
      },
      { key: 'about', title: t.about, width: 190, ellipsis: true, render: (row) => row.SubjectName },
      ...(allProjects
        ? [
            {
              key: 'project',
              title: t.project,
              sort: 'project',
              width: 150,
              ellipsis: true,
              render: (row: EventRow) => row.ProjectName,
            } satisfies ListColumn<EventRow>,
          ]
        : []),
      { key: 'state', title: t.state, width: 100, render: (row) => <EventState event={row} /> },
      {
        key: 'began',
        title: t.began,
        sort: 'start',
        width: 150,
        render: (row) => <span className="tabular">{dates.dateTime(row.StartEPOCH)}</span>,
      },
      {
        key: 'ended',
        title: t.ended,
        sort: 'recovered',
        width: 150,
        render: (row) => (
          <span className="tabular">
            {row.RecoverEPOCH === null || happensOnce(row) ? '–' : dates.dateTime(row.RecoverEPOCH)}
          </span>
        ),
      },
      {
        key: 'told',
        title: t.told,
        width: 100,
        render: (row) => {
          const sent = row.ToldList.filter(({ State }) => State !== 'skipped' && State !== 'waiting');
          const people = new Set(sent.map(({ UserName }) => UserName)).size;
          return people === 0 ? t.nobody : t.people(people);
        },
      },
      {
        key: 'system',
        title: t.system,
        width: 150,
        usuallyHidden: true,
        render: (row) => inWords(eventSystems[row.SystemType]),
      },
      {
        key: 'says',
        title: t.says,
        width: 220,
        usuallyHidden: true,
        ellipsis: true,
        render: (row) => row.Describe || '–',
      },
    ],
    [t, inWords, dates, allProjects],
  );
}
