import { calls, type PackRow, packStatusWords } from '@watchpost/contract';
import { Button, Select } from 'antd';
import { useMemo } from 'react';
import { formatBytes, saveFile } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual, useLanguage } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { MonthField } from '../ui/days/index.ts';
import { ConfirmDialog, DeleteDialog, FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave, WordTag } from '../ui/index.ts';
import {
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { usePointOptions } from './ConformityTab.tsx';
import { callsAboutCompliance } from './callsAboutCompliance.ts';
import { packText, proofText } from './text.ts';

const packList = defineList({ name: 'compliancePacks', filters: {} });

/** Packs of months, with what stands between a draft and its publication. */
export function PacksTab() {
  const t = useText(packText);
  const p = useText(proofText);
  const { ProjectId } = useProject();
  const notify = useNotify();
  const mayMake = useMay('reportsEdit', 'compliancePublish');
  const mayPublish = useMay('compliancePublish');
  const list = useList(packList);
  const dialog = useDialog();
  const { PageIndex, PageSize } = pagingOf(list.query);
  const page = useCall(
    'getPackPage',
    { body: { ProjectId, PageIndex, PageSize } },
    { ...whileWaiting, refetchInterval: 15_000 },
  );
  const columns = usePackColumns();
  const download = ({ PackId }: PackRow) =>
    void callApi('downloadPack', { query: { packId: PackId } })
      .then(saveFile)
      .catch(notify.failure);
  const actionsOf = (row: PackRow): RowAction[] => [
    ...(row.Status === 1 && mayPublish
      ? [
          {
            key: 'publish',
            label: t.publish,
            inline: true,
            disabled: row.MissingCount > 0 || row.IsOwn,
            run: () => dialog.open(<PublishDialog pack={row} onClose={dialog.close} />),
          },
        ]
      : []),
    ...(row.Status > 0
      ? [
          {
            key: 'download',
            label: t.download,
            inline: row.Status === 2 || !mayPublish,
            run: () => download(row),
          },
        ]
      : []),
    ...(row.Status < 2 && mayMake
      ? [
          {
            key: 'delete',
            label: t.delete,
            danger: true,
            run: () =>
              dialog.open(
                <DeleteDialog
                  title={t.deleteOf(row.PackName)}
                  names={[row.PackName]}
                  call="deletePack"
                  input={{ body: { PackIdList: [row.PackId] } }}
                  said={t.deleted}
                  asks={callsAboutCompliance}
                  onClose={dialog.close}
                />,
              ),
          },
        ]
      : []),
  ];
  const add = mayMake ? (
    <Button type="primary" onClick={() => dialog.open(<MakeDialog onClose={dialog.close} />)}>
      {t.make}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={p.packs}
        keyOf={({ PackId }) => PackId}
        nameOf={({ PackName, Revision }) => `${PackName} r${Revision}`}
        actions={add}
        empty={{ title: t.none, hint: t.makeHint, action: add }}
        rowActions={actionsOf}
      />
      {dialog.shown}
    </>
  );
}

const missingShown = 4;

function usePackColumns(): readonly ListColumn<PackRow>[] {
  const t = useText(packText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    (): ListColumn<PackRow>[] => [
      {
        key: 'name',
        title: t.name,
        width: 230,
        always: true,
        onCard: 'heading',
        render: ({ PackName, Revision }) => (
          <>
            {PackName}
            {Revision > 1 ? (
              <span className="compliance-muted">
                {' '}
                · {t.revision} {Revision}
              </span>
            ) : null}
          </>
        ),
      },
      {
        key: 'status',
        title: t.status,
        width: 130,
        render: ({ Status, Failure, RevisedCount }) => (
          <>
            <WordTag good={Status === 2 ? true : null} words={inWords(packStatusWords[Status as 0 | 1 | 2])} />
            {Failure ? <div className="compliance-wrong">{Failure}</div> : null}
            {RevisedCount > 0 ? <div className="compliance-hint">{t.revised(RevisedCount)}</div> : null}
          </>
        ),
      },
      {
        key: 'missing',
        title: t.missing,
        render: ({ Status, MissingList, MissingCount, IsOwn }) =>
          Status !== 1 ? (
            dash
          ) : MissingCount === 0 ? (
            IsOwn ? (
              t.ownPack
            ) : (
              t.complete
            )
          ) : (
            <ul className="compliance-reasons">
              {MissingList.slice(0, missingShown).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              {MissingCount > missingShown ? <li>{t.more(MissingCount - missingShown)}</li> : null}
            </ul>
          ),
      },
      { key: 'points', title: t.points, width: 70, align: 'right', render: ({ PointCount }) => PointCount ?? dash },
      { key: 'size', title: t.size, width: 90, align: 'right', render: ({ SizeBytes }) => formatBytes(SizeBytes) },
      {
        key: 'made',
        title: t.made,
        width: 160,
        render: ({ CreateName, MadeEpoch }) => (
          <>
            {CreateName ?? dash}
            <div className="compliance-hint">{MadeEpoch === null ? dash : dates.dateTime(MadeEpoch)}</div>
          </>
        ),
      },
      {
        key: 'published',
        title: t.published,
        width: 160,
        render: ({ PublishName, PublishEpoch }) =>
          PublishEpoch === null ? (
            dash
          ) : (
            <>
              {PublishName ?? dash}
              <div className="compliance-hint">{dates.dateTime(PublishEpoch)}</div>
            </>
          ),
      },
    ],
    [t, inWords, dates],
  );
}

function PublishDialog({ pack, onClose }: { pack: PackRow; onClose: () => void }) {
  const t = useText(packText);
  const save = useSave(callsAboutCompliance, onClose);
  return (
    <ConfirmDialog
      title={t.publishOf(pack.PackName)}
      ok={t.publish}
      danger={false}
      act={() => save('publishPack', { body: { PackId: pack.PackId } }, t.publishedSaid)}
      onClose={onClose}
    >
      <p>{t.publishHint}</p>
    </ConfirmDialog>
  );
}

function MakeDialog({ onClose }: { onClose: () => void }) {
  const t = useText(packText);
  const language = useLanguage();
  const { ProjectId } = useProject();
  const points = usePointOptions('all');
  const save = useSave(callsAboutCompliance, onClose);
  const form = useSchemaForm(calls.makePack.body, {
    initial: { ProjectId, DeviceIdList: [], Language: language },
    save: (body) => save('makePack', { body: { ...body, ProjectId } }, t.making),
  });
  const devices = useMemo(
    () =>
      [...new Map(points.map(({ point: { DeviceId, DeviceName } }) => [DeviceId, DeviceName]))].map(
        ([value, label]) => ({ value, label }),
      ),
    [points],
  );
  return (
    <FormDialog form={form} title={t.make} submitText={t.make} onClose={onClose}>
      <p className="compliance-muted">{t.makeHint}</p>
      <form.Field name="Month" label={t.month}>
        <MonthField />
      </form.Field>
      <form.Field name="DeviceIdList" label={t.devices} extra={t.devicesHint}>
        <Select mode="multiple" options={devices} showSearch={{ optionFilterProp: 'label' }} />
      </form.Field>
      <form.Field name="Language" label={t.language}>
        <Select
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
        />
      </form.Field>
    </FormDialog>
  );
}
