import type { WritablePoint } from '@watchpost/contract';
import { Button } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { Age } from '../ui/index.ts';
import {
  defineList,
  idFilter,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { ReturnNote } from './ReturnNote.tsx';
import { text } from './text.ts';
import { allowedWords, valueWords } from './valueWords.ts';
import './writing.css';

const BatchDialog = lazy(() => import('./BatchWriteDialog.tsx').then((m) => ({ default: m.BatchWriteDialog })));
const OneDialog = lazy(() => import('./WriteDialog.tsx').then((m) => ({ default: m.WriteDialog })));
const LimitDialog = lazy(() => import('./WriteLimitDialog.tsx').then((m) => ({ default: m.WriteLimitDialog })));

const filters = {
  text: textFilter({ label: text.search }),
  projects: idsFilter({ label: text.project, param: 'project' }),
  subsystem: idFilter({ label: text.subsystem, param: 'system' }),
  devices: idsFilter({ label: text.device, param: 'device' }),
  types: idsFilter({ label: text.pointType, param: 'type' }),
};
const companyList = defineList({ name: 'writing.points', filters });
const projectList = defineList({ name: 'writing.projectPoints', filters });

const options = (entries: readonly { Key: number; Value: string }[] | undefined) =>
  entries && entries.length > 0 ? entries.map(({ Key, Value }) => ({ value: Key, label: Value })) : null;

/** Points that the user may write, to be written one by one or many at once; `projectId`: of one project only. */
export function WritablePointList({ projectId }: { projectId: number | null }) {
  const t = useText(text);
  const mayLimit = useMay('terminalsEdit');
  const { limitedProjects } = useSession();
  const list = useList(projectId === null ? companyList : projectList);
  const { filters: chosen } = list.query;
  const projects = projectId === null ? chosen.projects : [projectId];
  const [writing, setWriting] = useState<readonly WritablePoint[] | null>(null);
  const [one, setOne] = useState<number | null>(null);
  const [limited, setLimited] = useState<WritablePoint | null>(null);
  const page = useCall(
    'getWritablePointPage',
    {
      body: {
        ProjectIdList: projects,
        BigTypeId: chosen.subsystem,
        MtidList: chosen.devices,
        PointTypeIdList: chosen.types,
        Text: chosen.text,
        ...pagingOf(list.query),
      },
    },
    { ...whileWaiting, scope: 'company', refetchInterval: 10_000 },
  );
  const choices = useCall(
    'getWritablePointFilters',
    { body: { ProjectIdList: projects, BigTypeId: chosen.subsystem } },
    { scope: 'company', staleTime: 60_000 },
  ).data;
  const columns = useMemo((): ListColumn<WritablePoint>[] => {
    const project: ListColumn<WritablePoint> = {
      key: 'project',
      title: t.project,
      width: 170,
      ellipsis: true,
      render: ({ ProjectName }) => ProjectName,
    };
    return [
      {
        key: 'point',
        title: t.point,
        always: true,
        onCard: 'heading',
        render: (row) => (
          <>
            {row.PointName}
            {row.HasInterlock ? <span className="write-faint"> · {t.interlocked}</span> : null}
          </>
        ),
      },
      { key: 'device', title: t.device, width: 190, ellipsis: true, render: ({ MName }) => MName ?? '–' },
      ...(projectId === null ? [project] : []),
      {
        key: 'type',
        title: t.pointType,
        width: 140,
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.PointTypeName,
      },
      {
        key: 'value',
        title: t.presentValue,
        width: 190,
        align: 'right',
        render: (row) => (
          <span className={row.Present.IsStale || row.Present.Quality === 'bad' ? 'write-present-old' : undefined}>
            <span className="tabular">{valueWords(row, row.Present.Value)}</span>{' '}
            <span className="write-faint">
              {row.Present.Quality !== null && row.Present.Quality !== 'good'
                ? `${t.quality(row.Present.Quality)} · `
                : null}
              <Age at={row.Present.Epoch} />
            </span>
            <ReturnNote point={row} ahead={row.Return} />
          </span>
        ),
      },
      {
        key: 'allowed',
        title: t.allowed,
        width: 180,
        align: 'right',
        render: (row) => <span className="tabular">{allowedWords(row, t)}</span>,
      },
      {
        key: 'connected',
        title: t.connected,
        width: 110,
        render: ({ IsConnected }) => (IsConnected ? t.online : <span className="write-faint">{t.offline}</span>),
      },
    ];
  }, [t, projectId]);
  const close = () => {
    setWriting(null);
    setOne(null);
    setLimited(null);
  };
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.points}
        keyOf={({ PointId }) => PointId}
        nameOf={({ MName, PointName }) => [MName, PointName].filter(Boolean).join(' · ')}
        options={{
          projects: projectId === null ? options(choices?.Projects) : null,
          subsystem: options(choices?.Subsystems),
          devices: options(choices?.Devices),
          types: options(choices?.PointTypes),
        }}
        onOpen={({ PointId }) => setOne(PointId)}
        rowActions={(row) => [
          { key: 'write', label: t.write, inline: true, run: () => setOne(row.PointId) },
          ...(mayLimit && !limitedProjects.has(row.ProjectId)
            ? [{ key: 'limits', label: t.limits, run: () => setLimited(row) }]
            : []),
        ]}
        batch={(selected) => (
          <Button type="primary" danger onClick={() => setWriting(selected)}>
            {t.writeSelected}
          </Button>
        )}
        empty={{ title: t.noPoints, hint: t.noPointsHint }}
      />
      <Suspense>
        {one === null ? null : <OneDialog pointId={one} onClose={close} />}
        {writing === null ? null : <BatchDialog points={writing} onClose={close} />}
        {limited === null ? null : <LimitDialog point={limited} onClose={close} />}
      </Suspense>
    </>
  );
}
