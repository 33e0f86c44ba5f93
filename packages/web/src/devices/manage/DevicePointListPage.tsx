import type { DevicePointRow } from '@watchpost/contract';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useListExport } from '../../downloads/index.ts';
import { useText } from '../../lib/defineText.ts';
import { links } from '../../lib/links.ts';
import { pollWhenNotLive } from '../../lib/realtime.ts';
import { useProject } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { isBeyond, levelShown, limitText } from '../../points/index.ts';
import { Age, EmptyState, SeverityMark, severityText, Value } from '../../ui/index.ts';
import {
  choiceFilter,
  choicesFilter,
  defineList,
  idFilter,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  rangeFilter,
  textFilter,
  useList,
  whileWaiting,
} from '../../ui/list/index.ts';
import { statusText } from '../deviceState.ts';
import { limitsInWords } from '../limitsInWords.ts';
import { BeyondTag } from '../PendingWords.tsx';
import { text as boardText } from '../text.ts';
import './manage.css';
import { pointListText } from './pointListText.ts';
import { fieldText } from './text.ts';
import { useAreaOptions } from './useChoices.ts';

/** Without a live channel of its own: a list of values is asked for again as the board's poll does. */
const pollMs = 10_000;

const statuses = [
  { value: 2, label: pointListText.inAlarm },
  { value: 0, label: pointListText.noData },
  { value: 3, label: pointListText.badData },
  { value: 1, label: pointListText.known },
] as const;

const devicePointList = defineList({
  name: 'devicePoints',
  filters: {
    text: textFilter({ label: pointListText.search }),
    statuses: choicesFilter({ label: pointListText.status, param: 'status', options: statuses }),
    subsystem: idFilter({ label: fieldText.subsystem, param: 'subsystem' }),
    devices: idsFilter({ label: pointListText.device, param: 'device' }),
    types: idsFilter({ label: pointListText.type, param: 'type' }),
    areas: idsFilter({ label: fieldText.area, param: 'area' }),
    levels: choicesFilter({
      label: pointListText.level,
      param: 'level',
      options: [1, 2, 3, 4, 5].map((value) => ({
        value,
        label: { zh: pointListText.levelOf.zh(value), en: pointListText.levelOf.en(value) },
      })),
    }),
    alarmLevels: choicesFilter({
      label: pointListText.alarmLevel,
      param: 'alarm',
      options: [
        { value: 1, label: severityText.urgent },
        { value: 2, label: severityText.important },
        { value: 3, label: severityText.general },
        { value: 4, label: severityText.record },
      ],
    }),
    readWrite: choiceFilter({
      label: pointListText.readWrite,
      param: 'rw',
      options: [
        { value: 'readWrite', label: pointListText.writable },
        { value: 'read', label: pointListText.read },
      ],
    }),
    alarms: choiceFilter({
      label: pointListText.alarmConfig,
      param: 'alarms',
      options: [
        { value: 'yes', label: pointListText.configured },
        { value: 'no', label: pointListText.notConfigured },
      ],
    }),
    measured: rangeFilter({ label: pointListText.measured, withTime: true }),
  },
  sorts: ['device', 'name', 'type', 'level', 'status'],
  usualSort: { by: 'device', ascending: true },
});

/** Every point of the project with the device it serves and what it says now. Route /monitor/devicePointList. */
export function DevicePointListPage() {
  const words = useText(boardText);
  const project = useProject();
  if (project.State === 'disabled') return <EmptyState title={words.disabled} hint={words.disabledHint} />;
  if (project.Expired) return <EmptyState title={words.expired} hint={words.expiredHint(project.ServiceEnd ?? '')} />;
  return <DevicePointList key={project.ProjectId} projectId={project.ProjectId} />;
}

function DevicePointList({ projectId }: { projectId: number }) {
  const t = useText(pointListText);
  const navigate = useNavigate();
  const exportList = useListExport();
  const list = useList(devicePointList);
  const { filters, sort, ascending } = list.query;
  const question = {
    ProjectId: projectId,
    name: filters.text,
    PointStatusList: filters.statuses,
    BigTypeId: filters.subsystem,
    mtidList: filters.devices,
    PointTypeIdList: filters.types,
    area: filters.areas,
    LevelList: filters.levels,
    alarmLevel: filters.alarmLevels,
    ReadWrite: filters.readWrite,
    IsSetAlarm: filters.alarms && filters.alarms === 'yes',
    stime: filters.measured?.[0],
    etime: filters.measured?.[1],
    SortType: sort,
    IsAsc: ascending,
  };
  const page = useCall(
    'queryPointRead',
    { body: { ...question, ...pagingOf(list.query) } },
    { ...whileWaiting, refetchInterval: pollWhenNotLive(pollMs) || pollMs },
  );
  const choices = useCall(
    'getModelTreeAndPointTypeDropdown',
    { body: { ProjectId: projectId } },
    { staleTime: 60_000 },
  ).data;
  const tree = useCall('getTab', { query: { projectId } }, { staleTime: 60_000 }).data;
  const areas = useAreaOptions(projectId);
  const options = useMemo(() => {
    const of = (list: readonly { Key: number; Value: string }[] | undefined) =>
      list?.map(({ Key, Value }) => ({ value: Key, label: Value })) ?? [];
    return {
      subsystem: tree?.map(({ BigTypeId, BigTypeName }) => ({ value: BigTypeId, label: BigTypeName })) ?? [],
      devices: of(choices?.ModelTreeDropdown),
      types: of(choices?.PointTypeDropdown),
      areas: areas.length > 0 ? areas : null,
    };
  }, [choices, tree, areas]);
  const columns = useColumns();
  return (
    <ListPage
      list={list}
      page={page}
      columns={columns}
      label={t.points}
      keyOf={({ PointId, Mtid }) => `${PointId} ${Mtid ?? ''}`}
      nameOf={({ PointName }) => PointName}
      options={options}
      onOpen={({ Mtid }) => Mtid !== null && navigate(links.device(Mtid))}
      onExport={() => exportList('devicePoints', { body: question })}
      empty={{ title: t.empty, hint: t.emptyHint }}
    />
  );
}

function useColumns(): readonly ListColumn<DevicePointRow>[] {
  const t = useText(pointListText);
  const f = useText(fieldText);
  const board = useText(boardText);
  const names = useText(limitText);
  return useMemo(
    (): ListColumn<DevicePointRow>[] => [
      {
        key: 'point',
        title: t.point,
        width: 180,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: (row) => <span className="device-name-cell">{row.PointName}</span>,
      },
      {
        key: 'device',
        title: t.device,
        width: 170,
        sort: 'device',
        ellipsis: true,
        render: (row) => row.MName ?? <span className="device-faint">{t.noDevice}</span>,
      },
      {
        key: 'value',
        title: t.value,
        width: 130,
        align: 'right',
        render: (row) => <Value value={row} level={levelShown(row)} />,
      },
      { key: 'status', title: t.status, width: 110, sort: 'status', render: (row) => <PointStand row={row} /> },
      {
        key: 'age',
        title: t.age,
        width: 90,
        align: 'right',
        render: (row) => <Age at={row.Time} className="tabular" />,
      },
      {
        key: 'limits',
        title: t.limits,
        width: 130,
        align: 'right',
        render: (row) => limitsInWords(row, board, names, false) ?? '–',
      },
      { key: 'type', title: t.type, width: 110, sort: 'type', ellipsis: true, render: (row) => row.PointTypeName },
      {
        key: 'subsystem',
        title: f.subsystem,
        width: 120,
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.BigTypeName,
      },
      {
        key: 'class',
        title: f.deviceClass,
        width: 120,
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.SmallTypeName,
      },
      { key: 'area', title: f.area, width: 106, ellipsis: true, render: (row) => row.LocationName },
      { key: 'level', title: t.level, width: 90, sort: 'level', render: (row) => t.levelOf(row.Level) },
      {
        key: 'alarms',
        title: t.alarmConfig,
        width: 110,
        render: (row) => (row.IsSetAlarm ? t.configured : <span className="device-faint">{t.notConfigured}</span>),
      },
      {
        key: 'readWrite',
        title: t.readWrite,
        width: 110,
        usuallyHidden: true,
        render: (row) => (row.IsWrite ? t.writable : t.read),
      },
    ],
    [t, f, board, names],
  );
}

function PointStand({ row }: { row: DevicePointRow }) {
  const t = useText(pointListText);
  const words = useText(statusText);
  if (row.AlarmLevel !== null) {
    return (
      <SeverityMark level={row.AlarmLevel} variant="tag" size={11}>
        {t.inAlarm}
      </SeverityMark>
    );
  }
  if (row.PointStatus === 0 || row.PointStatus === 3) {
    return (
      <SeverityMark level={4} variant="tag" size={11} lookOnly>
        {row.PointStatus === 0 ? t.noData : t.badData}
      </SeverityMark>
    );
  }
  if (isBeyond(row)) return <BeyondTag point={row} named={false} />;
  // A state has no limits; it is judged where it has a condition.
  const isJudged = row.Band === 'within' || (row.PointType === 1 && row.IsSetAlarm);
  return <span>{isJudged ? words.normal : words.noLimits}</span>;
}
