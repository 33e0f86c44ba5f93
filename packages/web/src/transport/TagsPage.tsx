import { type TagRow, tagImportMaxRows, tagStateWords, tagTypes, tagTypeWords } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { HistoryDialog, useZoneOf } from '../history/index.ts';
import { callApi } from '../lib/client.ts';
import { formatDateTime, useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import type { PageProps } from '../lib/page.ts';
import { useMaySetUp, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { SheetImportDialog } from '../points/index.ts';
import { DeleteDialog, useDialog } from '../ui/form/index.ts';
import { Age, Value } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  flagFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutTags } from './callsAboutTransport.ts';
import { AddTagDialog, TagDialog, TagReadingsDialog } from './TagDialogs.tsx';
import { TagMemoryDialog } from './TagMemoryDialog.tsx';
import { tagText } from './text.ts';
import { rangeInWords } from './WaybillDialogs.tsx';
import './transport.css';

const tagList = defineList({
  name: 'tags',
  filters: {
    text: textFilter({ label: tagText.search }),
    types: choicesFilter({
      label: tagText.type,
      param: 'type',
      options: tagTypes.map((value) => ({ value: String(value), label: tagTypeWords[value] })),
    }),
    bound: flagFilter({ label: tagText.isBound, param: 'bound' }),
  },
  sorts: ['sn', 'name', 'type', 'created'],
  usualSort: { by: 'sn', ascending: true },
});

/** Those whose memory is read in bulk. */
const recorderList = defineList({ ...tagList, name: 'recorders' });

const stateTone = { new: '', heard: 'transport-tag-good', silent: 'transport-tag-warn' } as const;

/** The tags of the project with what they last said, or the recorders among them. Routes /terminalManage/sensor and /recorder. */
export function TagsPage({ path }: PageProps) {
  const isRecorders = path === '/terminalManage/recorder';
  const t = useText(tagText);
  const project = useProject();
  const maySetUp = useMaySetUp();
  const list = useList(isRecorders ? recorderList : tagList);
  const dialog = useDialog();
  const { text, types, bound } = list.query.filters;
  const page = useCall(
    'sensorTagList',
    {
      body: {
        ProjectId: project.ProjectId,
        Name: text,
        TagTypeList: types?.map(Number),
        IsBound: bound ? true : undefined,
        IsRecorder: isRecorders ? true : undefined,
        ...pagingOf(list.query),
      },
    },
    { ...whileWaiting, refetchInterval: 30_000 },
  );
  const columns = useTagColumns();
  const setUp = (tags: readonly TagRow[]) => dialog.open(<TagDialog tags={tags} onClose={dialog.close} />);
  const remove = (tags: readonly TagRow[], clear?: () => void) =>
    dialog.open(
      <DeleteDialog
        title={t.deleteOf(tags.length)}
        names={tags.map(({ TagName, TagSn }) => (TagName === TagSn ? TagSn : `${TagName} ${TagSn}`))}
        call="batchDeleteSensorTag"
        input={{ body: { SensorIdList: tags.map(({ SensorId }) => SensorId) } }}
        said={t.deleted}
        asks={callsAboutTags}
        onDone={clear}
        onClose={dialog.close}
      />,
    );
  const curveOf = (tag: TagRow) =>
    dialog.open(
      <HistoryDialog
        open
        onClose={dialog.close}
        name={tag.TagName}
        projectId={tag.ProjectId}
        points={[tag.Temperature, tag.Humidity].flatMap((point) => point ?? [])}
      />,
    );
  const bringIn = () => {
    const query = { projectId: project.ProjectId };
    const sheet = {
      title: t.importTitle,
      hint: t.importHint,
      maxRows: tagImportMaxRows,
      takesSome: false,
      template: () => callApi('getSensorTagTemplate', { query: {} }),
      send: (file: File, { isDryRun }: { isDryRun: boolean }) =>
        callApi('importSensorTag', { query: { ...query, isDryRun }, files: [file] }),
      correct: (file: File) => callApi('correctImportSensorTag', { query, files: [file] }),
      asks: callsAboutTags,
    };
    dialog.open(<SheetImportDialog target={{ kind: 'other', sheet }} onClose={dialog.close} />);
  };
  const add = maySetUp ? (
    <Button type="primary" onClick={() => dialog.open(<AddTagDialog onClose={dialog.close} />)}>
      {t.add}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={isRecorders ? t.recorders : t.tags}
        keyOf={({ SensorId }) => SensorId}
        nameOf={({ TagName }) => TagName}
        actions={
          maySetUp && !isRecorders ? (
            <>
              <Button onClick={bringIn}>{t.import}</Button>
              {add}
            </>
          ) : null
        }
        empty={
          isRecorders
            ? { title: t.noRecorders, hint: t.noMemoryHint }
            : { title: t.empty, hint: t.emptyHint, action: add }
        }
        onOpen={curveOf}
        rowActions={(tag) => [
          { key: 'curve', label: t.curve, inline: true, run: () => curveOf(tag) },
          {
            key: 'readings',
            label: t.readings,
            run: () => dialog.open(<TagReadingsDialog tag={tag} onClose={dialog.close} />),
          },
          {
            key: 'memory',
            label: t.memory,
            run: () => dialog.open(<TagMemoryDialog tag={tag} onClose={dialog.close} />),
          },
          ...(tag.MayEdit
            ? [
                { key: 'change', label: t.change, run: () => setUp([tag]) },
                { key: 'delete', label: t.delete, danger: true, run: () => remove([tag]) },
              ]
            : []),
        ]}
        {...(maySetUp
          ? {
              selectable: ({ MayEdit }: TagRow) => MayEdit,
              batch: (tags: readonly TagRow[], clear: () => void) => (
                <>
                  <Button onClick={() => setUp(tags)}>{t.change}</Button>
                  <Button danger onClick={() => remove(tags, clear)}>
                    {t.delete}
                  </Button>
                </>
              ),
            }
          : {})}
      />
      {dialog.shown}
    </>
  );
}

function useTagColumns(): readonly ListColumn<TagRow>[] {
  const t = useText(tagText);
  const inWords = useBilingual();
  const dates = useDates();
  const { ProjectId } = useProject();
  const timeZone = useZoneOf(ProjectId);
  const today = formatDateTime(useNow(60_000), timeZone).slice(0, 10);
  return useMemo(
    (): ListColumn<TagRow>[] => [
      {
        key: 'name',
        title: t.name,
        width: 160,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ TagName, ModelTreeId, ProjectId }) =>
          ModelTreeId === null ? TagName : <Link to={links.device(ModelTreeId, ProjectId)}>{TagName}</Link>,
      },
      { key: 'sn', title: t.sn, width: 120, sort: 'sn', render: ({ TagSn }) => <code>{TagSn}</code> },
      {
        key: 'state',
        title: t.state,
        width: 100,
        render: ({ State }) => (
          <span className={`transport-tag ${stateTone[State]}`}>{inWords(tagStateWords[State])}</span>
        ),
      },
      {
        key: 'temperature',
        title: t.temperature,
        width: 110,
        align: 'right',
        render: ({ Temperature }) => (Temperature ? <Value value={Temperature} /> : null),
      },
      {
        key: 'humidity',
        title: t.humidity,
        width: 110,
        usuallyHidden: true,
        align: 'right',
        render: ({ Humidity }) => (Humidity ? <Value value={Humidity} /> : null),
      },
      {
        key: 'door',
        title: t.door,
        width: 80,
        usuallyHidden: true,
        render: ({ Door }) => (Door ? <Value value={Door} /> : null),
      },
      {
        key: 'battery',
        title: t.battery,
        width: 90,
        align: 'right',
        render: ({ Battery }) => (Battery ? <Value value={Battery} /> : null),
      },
      {
        key: 'updated',
        title: t.updated,
        width: 90,
        render: ({ LastEpoch }) => (LastEpoch === null ? dash : <Age at={LastEpoch} />),
      },
      {
        key: 'limits',
        title: t.limits,
        width: 110,
        render: ({ tAlarm }) =>
          tAlarm === null ? (
            <span className="transport-muted">{t.noLimits}</span>
          ) : (
            <span className="transport-number">{rangeInWords({ Low: tAlarm.low, High: tAlarm.high })}</span>
          ),
      },
      {
        key: 'certificate',
        title: t.certificate,
        width: 120,
        render: ({ CertificateUntil }) =>
          CertificateUntil === null ? (
            <span className="transport-muted">{t.noCertificate}</span>
          ) : (
            <span className={CertificateUntil < today ? 'transport-number transport-beyond' : 'transport-number'}>
              {CertificateUntil}
            </span>
          ),
      },
      {
        key: 'waybill',
        title: t.waybill,
        width: 140,
        render: ({ WaybillId, WaybillNumber, ProjectId }) =>
          WaybillId === null ? null : <Link to={links.waybill(WaybillId, ProjectId)}>{WaybillNumber}</Link>,
      },
      {
        key: 'gateway',
        title: t.gateway,
        width: 150,
        usuallyHidden: true,
        ellipsis: true,
        render: ({ GatewayName }) => GatewayName,
      },
      {
        key: 'type',
        title: t.type,
        width: 150,
        sort: 'type',
        usuallyHidden: true,
        render: ({ TagType }) => inWords(tagTypeWords[TagType as 1 | 2 | 3]),
      },
      {
        key: 'offset',
        title: t.offset,
        width: 90,
        align: 'right',
        usuallyHidden: true,
        render: ({ tOffset }) => <span className="transport-number">{formatNumber(tOffset, 1)}</span>,
      },
      {
        key: 'cycle',
        title: t.cycle,
        width: 110,
        usuallyHidden: true,
        render: ({ cycle }) => t.everyWord(dates.duration(cycle)),
      },
    ],
    [t, inWords, dates, today],
  );
}
