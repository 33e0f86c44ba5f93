import {
  type AssetRow,
  assetImportMaxRows,
  assetSourceNames,
  assetSources,
  assetUsageNames,
  assetUsages,
  assetVerificationNames,
  assetVerifications,
  relationWords,
} from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { saveFile, useListExport } from '../downloads/index.ts';
import { useAskAgain } from '../lib/askAgain.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import type { PageProps } from '../lib/page.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { SheetImportDialog } from '../points/index.ts';
import { DeleteDialog, useDialog } from '../ui/form/index.ts';
import { useNotify, WordTag } from '../ui/index.ts';
import {
  choiceFilter,
  choicesFilter,
  defineList,
  flagFilter,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  pathsFilter,
  type RowAction,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { AssetDialog } from './AssetDialog.tsx';
import { AssetLifeDialog, DeviceStateTag } from './AssetLifeDialog.tsx';
import { callsAboutAssets } from './callsAboutAssets.ts';
import { categoryTree } from './categoryTree.ts';
import { DisposeDialog } from './DisposeDialog.tsx';
import { assetText } from './text.ts';

const filters = {
  text: textFilter({ label: assetText.search }),
  usage: choiceFilter({
    label: assetText.usage,
    param: 'usage',
    options: assetUsageNames.map((value) => ({ value, label: assetUsages[value] })),
  }),
  verification: choiceFilter({
    label: assetText.verification,
    param: 'verified',
    options: assetVerificationNames.map((value) => ({ value, label: assetVerifications[value] })),
  }),
  sources: choicesFilter({
    label: assetText.source,
    param: 'source',
    options: assetSourceNames.map((value) => ({ value, label: assetSources[value] })),
  }),
  categories: pathsFilter({ label: assetText.category, param: 'category' }),
  related: choiceFilter({
    label: assetText.related,
    param: 'related',
    options: [
      { value: 'yes', label: relationWords.related },
      { value: 'no', label: relationWords.unrelated },
    ],
  }),
  monitored: flagFilter({ label: assetText.monitoredOnly, param: 'monitored' }),
};
const sorts = ['code', 'name', 'installDate', 'amount', 'updated'] as const;
const usualSort = { by: 'code', ascending: true } as const;
const projectList = defineList({ name: 'assets', filters, sorts, usualSort });
const companyList = defineList({
  name: 'companyAssets',
  filters: { ...filters, projects: idsFilter({ label: assetText.project, param: 'projects' }) },
  sorts,
  usualSort,
});

/** Assets of the project (/assetManage/assetList), or of the company (/assetManagement/assetList). */
export function AssetsPage({ path }: PageProps) {
  return path === '/assetManagement/assetList' ? <CompanyAssets /> : <ProjectAssets />;
}

function ProjectAssets() {
  const { project } = useSession();
  const list = useList(projectList);
  return <Assets list={list as never} projectId={project?.ProjectId ?? null} chosen={undefined} />;
}

function CompanyAssets() {
  const list = useList(companyList);
  return <Assets list={list as never} projectId={null} chosen={list.query.filters.projects} />;
}

function Assets({
  list,
  projectId,
  chosen,
}: {
  list: ReturnType<typeof useList<typeof filters, (typeof sorts)[number]>>;
  /** Null: of the company. */
  projectId: number | null;
  chosen: number[] | undefined;
}) {
  const t = useText(assetText);
  const { projects } = useSession();
  const notify = useNotify();
  const dialog = useDialog();
  const exportList = useListExport();
  const askAgain = useAskAgain(callsAboutAssets);
  const ofCompany = useMay('companyAssets');
  const ofProject = useMay('assetsEdit');
  const mayEdit = ofCompany || (projectId !== null && ofProject);
  const { text, usage, verification, sources, categories, related, monitored } = list.query.filters;
  const question = {
    Text: text,
    ...(projectId === null ? { ProjectIdList: chosen } : { ProjectId: projectId }),
    CategoryList: categories,
    SourceList: sources,
    Usage: usage,
    Verification: verification,
    IsMonitor: monitored,
    Related: related === undefined ? undefined : related === 'yes',
    SortType: list.query.sort,
    IsAsc: list.query.ascending,
  };
  const page = useCall(
    'getAssetPage',
    { body: { ...question, ...pagingOf(list.query) } },
    { scope: projectId === null ? 'company' : 'project', ...whileWaiting },
  );
  const columns = useAssetColumns(projectId === null);
  const paths = useCall('getAssetCategories', { query: {} }, { scope: 'company' }).data;
  const options = useMemo(
    () => ({
      categories: categoryTree(paths ?? []),
      ...(projectId === null && {
        projects: projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName })),
      }),
    }),
    [projects, paths, projectId],
  );
  const edit = (present: AssetRow | null) =>
    dialog.open(<AssetDialog present={present} projectId={projectId} onClose={dialog.close} />);
  const open = (row: AssetRow) => dialog.open(<AssetLifeDialog assetId={row.AssetId} onClose={dialog.close} />);
  const verify = async (rows: readonly AssetRow[], done?: () => void) => {
    try {
      const { Verified } = await callApi('verifyAssets', { body: { AssetIdList: rows.map(({ AssetId }) => AssetId) } });
      notify.success(t.verified(Verified));
      done?.();
      await askAgain();
    } catch (error) {
      notify.failure(error);
    }
  };
  const undo = async ({ AssetId }: AssetRow) => {
    try {
      await callApi('undoDisposal', { body: { AssetId } });
      notify.success(t.disposalUndone);
      await askAgain();
    } catch (error) {
      notify.failure(error);
    }
  };
  const printLabels = async (rows: readonly AssetRow[], done?: () => void) => {
    try {
      const AssetIdList = rows.map(({ AssetId }) => AssetId);
      saveFile(await callApi('getAssetLabels', { body: { AssetIdList, Address: window.location.origin } }));
      done?.();
    } catch (error) {
      notify.failure(error);
    }
  };
  const remove = (rows: readonly AssetRow[], done?: () => void) =>
    dialog.open(
      <DeleteDialog
        title={t.deleteOf(rows.length)}
        names={rows.map(({ AssetName, AssetCode }) => `${AssetName} (${AssetCode})`)}
        call="deleteAsset"
        input={{ body: { AssetIdList: rows.map(({ AssetId }) => AssetId) } }}
        said={t.deleted}
        asks={callsAboutAssets}
        onDone={done}
        onClose={dialog.close}
      />,
    );
  const actionsOf = (row: AssetRow): RowAction[] => [
    { key: 'life', label: t.life, inline: !row.MayEdit || row.Disposal !== null, run: () => open(row) },
    { key: 'label', label: t.labels, run: () => void printLabels([row]) },
    ...(row.Disposal?.MayUndo ? [{ key: 'undo', label: t.undoDisposal, run: () => void undo(row) }] : []),
    ...(row.MayEdit && row.Disposal === null
      ? [
          { key: 'edit', label: t.edit, inline: true, run: () => edit(row) },
          ...(row.Verification === 'verified'
            ? []
            : [{ key: 'verify', label: t.verify, run: () => void verify([row]) }]),
          ...(ofCompany
            ? [
                {
                  key: 'dispose',
                  label: t.dispose,
                  run: () => dialog.open(<DisposeDialog asset={row} onClose={dialog.close} />),
                },
              ]
            : []),
        ]
      : []),
    ...(row.MayEdit ? [{ key: 'delete', label: t.delete, danger: true, run: () => remove([row]) }] : []),
  ];
  const bringIn = () => {
    const query = projectId === null ? {} : { projectId };
    const sheet = {
      title: t.importTitle,
      hint: projectId === null ? t.importHintOfCompany : t.importHint,
      maxRows: assetImportMaxRows,
      takesSome: false,
      template: () => callApi('getAssetTemplate', { query }),
      send: (file: File, { isDryRun }: { isDryRun: boolean }) =>
        callApi('batchImportAsset', { query: { ...query, isDryRun }, files: [file] }),
      correct: (file: File) => callApi('correctImportAsset', { query, files: [file] }),
      asks: callsAboutAssets,
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
        label={t.assets}
        keyOf={({ AssetId }) => AssetId}
        nameOf={({ AssetName }) => AssetName}
        options={options as never}
        onOpen={open}
        rowActions={actionsOf}
        onExport={() => exportList('assets', { body: question })}
        actions={
          mayEdit ? (
            <>
              <Button onClick={bringIn}>{t.import}</Button>
              {add}
            </>
          ) : null
        }
        empty={{ title: t.empty, hint: t.emptyHint, action: add }}
        {...(mayEdit
          ? {
              selectable: ({ MayEdit }: AssetRow) => MayEdit,
              batch: (rows: readonly AssetRow[], clear: () => void) => (
                <>
                  <Button onClick={() => void printLabels(rows, clear)}>{t.labels}</Button>
                  <Button onClick={() => void verify(rows, clear)}>{t.verify}</Button>
                  <Button danger onClick={() => remove(rows, clear)}>
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

function useAssetColumns(withProject: boolean): readonly ListColumn<AssetRow>[] {
  const t = useText(assetText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo((): ListColumn<AssetRow>[] => {
    const hidden = (key: string, title: string, width: number, of: (row: AssetRow) => string) => ({
      ...{ key, title, width, ellipsis: true, usuallyHidden: true },
      render: (row: AssetRow) => of(row) || dash,
    });
    return [
      {
        key: 'name',
        title: t.name,
        width: 170,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ AssetName }) => AssetName,
      },
      { key: 'code', title: t.code, width: 115, sort: 'code', render: ({ AssetCode }) => AssetCode },
      { key: 'category', title: t.category, width: 100, ellipsis: true, render: ({ Category }) => Category || dash },
      { key: 'model', title: t.model, width: 100, ellipsis: true, render: ({ Model }) => Model || dash },
      ...(withProject
        ? [
            {
              key: 'project',
              title: t.project,
              width: 146,
              ellipsis: true,
              render: ({ ProjectName }: AssetRow) => ProjectName ?? t.ofCompany,
            },
          ]
        : []),
      { key: 'location', title: t.location, width: 112, ellipsis: true, render: ({ Location }) => Location || dash },
      {
        key: 'usage',
        title: t.usage,
        width: 90,
        render: ({ Usage, ConnectStatus }) => (
          <>
            <WordTag good={Usage === 'inUse' || null} words={inWords(assetUsages[Usage])} />
            {Usage === 'idle' && (ConnectStatus ?? 0) > 0 ? <div className="asset-hint">{t.idleButHeard}</div> : null}
          </>
        ),
      },
      {
        key: 'state',
        title: t.deviceState,
        width: 108,
        render: ({ ConnectStatus }) => <DeviceStateTag status={ConnectStatus} />,
      },
      {
        key: 'verification',
        title: t.verification,
        width: 120,
        render: ({ Verification }) => (
          <WordTag good={Verification === 'verified' || null} words={inWords(assetVerifications[Verification])} />
        ),
      },
      hidden('factory', t.factoryNumber, 130, ({ FactoryNumber }) => FactoryNumber),
      hidden('device', t.device, 150, ({ ModelTreeId, ModelTreeName }) =>
        ModelTreeId === null ? inWords(relationWords.unrelated) : (ModelTreeName ?? inWords(relationWords.related)),
      ),
      hidden('distributor', t.distributor, 130, ({ Distributor }) => Distributor),
      hidden('supplier', t.supplier, 130, ({ Supplier }) => Supplier),
      hidden('source', t.source, 100, ({ Source }) => inWords(assetSources[Source])),
      hidden('monitored', t.monitored, 90, ({ IsMonitor }) => (IsMonitor ? t.yes : t.no)),
      {
        key: 'installDate',
        title: t.installDate,
        width: 120,
        sort: 'installDate',
        usuallyHidden: true,
        render: ({ InstallDate }) => InstallDate ?? dash,
      },
      {
        key: 'amount',
        title: t.amount,
        width: 130,
        align: 'right',
        sort: 'amount',
        usuallyHidden: true,
        render: ({ Amount }) => formatNumber(Amount, 2),
      },
      {
        key: 'updated',
        title: t.updated,
        width: 150,
        sort: 'updated',
        usuallyHidden: true,
        render: ({ UpdateEpoch }) => dates.dateTime(UpdateEpoch),
      },
    ];
  }, [t, inWords, dates, withProject]);
}
