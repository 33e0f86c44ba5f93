import {
  type PlannedStop,
  type WaybillRow,
  waybillImportMaxRows,
  waybillStatuses,
  waybillStatusWords,
} from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { links } from '../lib/links.ts';
import { dash } from '../lib/numbers.ts';
import type { PageProps } from '../lib/page.ts';
import { comma } from '../lib/punctuation.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { SheetImportDialog } from '../points/index.ts';
import { useDialog } from '../ui/form/index.ts';
import {
  choicesFilter,
  defineList,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutTransport } from './callsAboutTransport.ts';
import { waybillText } from './text.ts';
import './transport.css';
import { RangesDialog, rangeInWords, WaybillDialog } from './WaybillDialogs.tsx';
import { WaybillStatusTag } from './WaybillStatusTag.tsx';
import { WaybillView } from './WaybillView.tsx';

const waybillList = defineList({
  name: 'waybills',
  filters: {
    number: textFilter({ label: waybillText.search }),
    statuses: choicesFilter({
      label: waybillText.status,
      param: 'status',
      options: waybillStatuses.map((value) => ({ value: String(value), label: waybillStatusWords[value] })),
    }),
    cars: idsFilter({ label: waybillText.car, param: 'car' }),
    text: textFilter({ label: waybillText.textSearch, param: 'text' }),
  },
  sorts: ['number', 'status', 'depart', 'create'],
  usualSort: { by: 'create', ascending: false },
});

/** The waybills of the project, or one of them. Route /monitor/waybillTrack, `?id=`. */
export function WaybillsPage(_: PageProps) {
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  return id === null ? <Waybills /> : <WaybillView key={id} id={id} />;
}

function Waybills() {
  const t = useText(waybillText);
  const navigate = useNavigate();
  const { ProjectId } = useProject();
  const mayEdit = useMay('waybillEdit');
  const list = useList(waybillList);
  const dialog = useDialog();
  const { number, statuses, cars, text } = list.query.filters;
  const page = useCall(
    'getWaybillPageV2',
    {
      body: {
        ProjectId,
        WaybillNumber: number,
        TransportStatusList: statuses?.map(Number),
        CarIdList: cars,
        Text: text,
        ...pagingOf(list.query),
      },
    },
    { ...whileWaiting, refetchInterval: 60_000 },
  );
  const known = useCall('getCarTagDropdownList', { query: { projectId: ProjectId } }).data;
  const carOptions = (known ?? []).map(({ Key, Value }) => ({ value: Key, label: Value }));
  const columns = useWaybillColumns();
  const edit = (present: WaybillRow | null) => dialog.open(<WaybillDialog present={present} onClose={dialog.close} />);
  const bringIn = () => {
    const query = { projectId: ProjectId };
    const sheet = {
      title: t.importTitle,
      hint: t.importHint,
      maxRows: waybillImportMaxRows,
      takesSome: false,
      template: () => callApi('getWaybillTemplate', { query }),
      send: (file: File, { isDryRun }: { isDryRun: boolean }) =>
        callApi('batchImportWaybill', { query: { ...query, isDryRun }, files: [file] }),
      correct: (file: File) => callApi('correctImportWaybill', { query, files: [file] }),
      asks: callsAboutTransport,
    };
    dialog.open(<SheetImportDialog target={{ kind: 'other', sheet }} onClose={dialog.close} />);
  };
  const add = mayEdit ? (
    <Button type="primary" onClick={() => edit(null)}>
      {t.add}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.waybills}
        keyOf={({ WaybillId }) => WaybillId}
        nameOf={({ WaybillNumber }) => WaybillNumber}
        options={{ cars: carOptions.length > 0 ? carOptions : null }}
        actions={
          mayEdit ? (
            <>
              <Button onClick={() => dialog.open(<RangesDialog onClose={dialog.close} />)}>{t.ranges}</Button>
              <Button onClick={bringIn}>{t.import}</Button>
              {add}
            </>
          ) : null
        }
        empty={{ title: t.empty, hint: t.emptyHint, action: add }}
        onOpen={({ WaybillId }) => navigate(links.waybill(WaybillId))}
        rowActions={(row) => [
          { key: 'open', label: t.open, inline: true, run: () => navigate(links.waybill(row.WaybillId)) },
          ...(row.MayEdit ? [{ key: 'edit', label: t.edit, run: () => edit(row) }] : []),
        ]}
      />
      {dialog.shown}
    </>
  );
}

/** It should have been there by now. */
const isAwaited = ({ IsLate, ArriveEpoch }: PlannedStop): boolean => IsLate && ArriveEpoch === null;

function useWaybillColumns(): readonly ListColumn<WaybillRow>[] {
  const t = useText(waybillText);
  const dates = useDates();
  return useMemo((): ListColumn<WaybillRow>[] => {
    const when = (epoch: number | null) => (
      <span className="transport-number">{epoch === null ? dash : dates.dateTime(epoch)}</span>
    );
    return [
      {
        key: 'number',
        title: t.number,
        width: 120,
        sort: 'number',
        always: true,
        onCard: 'heading',
        render: ({ WaybillNumber }) => WaybillNumber,
      },
      {
        key: 'status',
        title: t.status,
        width: 116,
        sort: 'status',
        render: ({ TransportStatus, IsLate, StopList }) => (
          <>
            <WaybillStatusTag status={TransportStatus} />{' '}
            {IsLate ? (
              <span className="transport-tag transport-tag-warn">{t.late}</span>
            ) : StopList.some(isAwaited) ? (
              <span
                className="transport-tag transport-tag-warn"
                title={t.stopLate(
                  StopList.filter(isAwaited)
                    .map(({ StopName }) => StopName)
                    .join(comma()),
                )}
              >
                {t.stopLateShort}
              </span>
            ) : null}
          </>
        ),
      },
      { key: 'car', title: t.car, width: 130, ellipsis: true, render: ({ CarName }) => CarName },
      {
        key: 'route',
        title: t.route,
        width: 190,
        ellipsis: true,
        render: ({ Origin, Destination }) => [Origin, Destination].filter(Boolean).join(' → '),
      },
      {
        key: 'consignee',
        title: t.consignee,
        width: 150,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ Consignee }) => Consignee,
      },
      {
        key: 'goods',
        title: t.goods,
        width: 130,
        ellipsis: true,
        render: ({ Goods, Quantity }) => [Goods, Quantity].filter(Boolean).join(' · '),
      },
      {
        key: 'range',
        title: t.range,
        width: 120,
        render: (row) =>
          row.TempRangeName === null ? dash : <span title={row.TempRangeName}>{rangeInWords(row)}</span>,
      },
      {
        key: 'tags',
        title: t.tags,
        width: 70,
        align: 'right',
        usuallyHidden: true,
        render: ({ TagCount }) => TagCount,
      },
      { key: 'depart', title: t.departed, width: 150, sort: 'depart', render: ({ DepartEpoch }) => when(DepartEpoch) },
      {
        key: 'arrive',
        title: t.arrived,
        width: 150,
        usuallyHidden: true,
        render: ({ ArriveEpoch }) => when(ArriveEpoch),
      },
      { key: 'plannedArrive', title: t.plannedArrive, width: 150, render: ({ PlannedArrive }) => when(PlannedArrive) },
      {
        key: 'shipper',
        title: t.shipper,
        width: 150,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ Shipper }) => Shipper,
      },
      {
        key: 'created',
        title: t.created,
        width: 150,
        sort: 'create',
        usuallyHidden: true,
        render: ({ CreateEpoch }) => when(CreateEpoch),
      },
      { key: 'createdBy', title: t.createdBy, width: 110, usuallyHidden: true, render: ({ CreateName }) => CreateName },
    ];
  }, [t, dates]);
}
