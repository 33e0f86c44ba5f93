import { type FenceRow, stopKinds, stopKindWords } from '@watchpost/contract';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';
import type { PageProps } from '../lib/page.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import {
  choicesFilter,
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  useListPage,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutTransport } from './callsAboutTransport.ts';
import { FenceDialog } from './FenceDialog.tsx';
import { fenceText } from './text.ts';
import './transport.css';

const fenceList = defineList({
  name: 'geofences',
  filters: {
    text: textFilter({ label: fenceText.search }),
    kinds: choicesFilter({
      label: fenceText.use,
      param: 'use',
      options: stopKinds.map((value) => ({ value, label: stopKindWords[value] })),
    }),
  },
  sorts: ['name', 'kind', 'create'],
  usualSort: { by: 'name', ascending: true },
});

/** Areas of the project that vehicles come to. Route /monitor/geofence. */
export function FencesPage(_: PageProps) {
  const t = useText(fenceText);
  const { ProjectId } = useProject();
  const mayEdit = useMay('waybillEdit');
  const list = useList(fenceList);
  const { text, kinds } = list.query.filters;
  const page = useCall(
    'getGeofencePage',
    {
      body: {
        ProjectId,
        Text: text,
        StopKindList: kinds,
        ...pagingOf(list.query),
      },
    },
    whileWaiting,
  );
  const columns = useFenceColumns();
  const { props, rowProps, shown } = useListPage({
    list,
    page,
    keyOf: ({ GeofenceId }) => GeofenceId,
    nameOf: ({ GeofenceName }) => GeofenceName,
    form: (present: FenceRow | null, close) => <FenceDialog present={present} onClose={close} />,
    add: mayEdit ? t.add : null,
    mayEdit: ({ MayEdit }) => MayEdit,
    empty: { title: t.empty, hint: t.emptyHint },
    deletion: {
      call: 'deleteGeofence',
      input: (GeofenceIdList) => ({ body: { GeofenceIdList } }),
      title: t.deleteOf,
      said: t.deleted,
      asks: callsAboutTransport,
    },
  });
  return (
    <>
      <ListPage {...props} {...rowProps} columns={columns} label={t.fences} />
      {shown}
    </>
  );
}

function useFenceColumns(): readonly ListColumn<FenceRow>[] {
  const t = useText(fenceText);
  const inWords = useBilingual();
  return useMemo(
    (): ListColumn<FenceRow>[] => [
      {
        key: 'name',
        title: t.name,
        width: 200,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ GeofenceName }) => GeofenceName,
      },
      {
        key: 'use',
        title: t.use,
        width: 120,
        sort: 'kind',
        render: ({ StopKind }) => inWords(stopKindWords[StopKind]),
      },
      {
        key: 'shape',
        title: t.shape,
        width: 180,
        render: ({ Kind, RadiusMetres, CornerList }) =>
          Kind === 'circle' ? t.circleOf(formatNumber(RadiusMetres, 0)) : t.polygonOf(CornerList.length),
      },
      {
        key: 'middle',
        title: t.middle,
        width: 190,
        render: ({ Latitude, Longitude }) => `${formatNumber(Latitude, 4)}, ${formatNumber(Longitude, 4)}`,
      },
      { key: 'waybills', title: t.waybills, width: 130, align: 'right', render: ({ WaybillCount }) => WaybillCount },
    ],
    [t, inWords],
  );
}
