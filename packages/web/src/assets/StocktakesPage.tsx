import { NewStocktake, type StocktakeRow, stocktakeStateNames, stocktakeStates } from '@watchpost/contract';
import { Button, Form, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { newKey } from '../lib/newKey.ts';
import { dash } from '../lib/numbers.ts';
import type { PageProps } from '../lib/page.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField } from '../ui/days/index.ts';
import { FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave, WordTag } from '../ui/index.ts';
import {
  choiceFilter,
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutAssets } from './callsAboutAssets.ts';
import { isGoodStocktake } from './isGoodStocktake.ts';
import { StocktakePage } from './StocktakePage.tsx';
import { assetText } from './text.ts';

const stocktakeList = defineList({
  name: 'stocktakes',
  filters: {
    text: textFilter({ label: assetText.searchStocktake }),
    state: choiceFilter({
      label: assetText.state,
      param: 'state',
      options: stocktakeStateNames.map((value) => ({ value, label: stocktakeStates[value] })),
    }),
  },
  sorts: ['opened'],
  usualSort: { by: 'opened', ascending: false },
});

/** Stocktakes of the project (/assetManage/stocktake) or the company (/assetManagement/stocktake), and one of them (`?id=`). */
export function StocktakesPage({ path }: PageProps) {
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  const { project } = useSession();
  const ofCompany = path === '/assetManagement/stocktake';
  if (id !== null) return <StocktakePage key={id} stocktakeId={id} back={path} />;
  return <Stocktakes path={path} projectId={ofCompany ? null : (project?.ProjectId ?? null)} />;
}

function Stocktakes({ path, projectId }: { path: string; projectId: number | null }) {
  const t = useText(assetText);
  const navigate = useNavigate();
  const list = useList(stocktakeList);
  const dialog = useDialog();
  const ofCompany = useMay('companyAssets');
  const ofProject = useMay('assetsEdit');
  const mayOpen = ofCompany || (projectId !== null && ofProject);
  const { text, state } = list.query.filters;
  const page = useCall(
    'getStocktakePage',
    {
      body: {
        Text: text,
        State: state,
        ...(projectId !== null && { ProjectIdList: [projectId] }),
        ...pagingOf(list.query),
      },
    },
    { scope: projectId === null ? 'company' : 'project', ...whileWaiting },
  );
  const columns = useStocktakeColumns(projectId === null);
  const open = (stocktakeId: number) => navigate(`${path}?id=${stocktakeId}`);
  const add = mayOpen ? (
    <Button
      type="primary"
      onClick={() => dialog.open(<OpenDialog projectId={projectId} onOpened={open} onClose={dialog.close} />)}
    >
      {t.openStocktake}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.stocktakes}
        keyOf={({ StocktakeId }) => StocktakeId}
        nameOf={({ StocktakeName }) => StocktakeName}
        onOpen={({ StocktakeId }) => open(StocktakeId)}
        actions={add}
        empty={{ title: t.noStocktakes, hint: t.noStocktakesHint, action: add }}
      />
      {dialog.shown}
    </>
  );
}

function useStocktakeColumns(withProject: boolean): readonly ListColumn<StocktakeRow>[] {
  const t = useText(assetText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo((): ListColumn<StocktakeRow>[] => {
    const count = (key: string, title: string, of: (row: StocktakeRow) => number): ListColumn<StocktakeRow> => ({
      ...{ key, title, width: 100, align: 'right' },
      render: of,
    });
    return [
      {
        key: 'name',
        title: t.stocktake,
        width: 200,
        always: true,
        onCard: 'heading',
        render: ({ StocktakeName }) => StocktakeName,
      },
      ...(withProject
        ? [
            {
              key: 'project',
              title: t.project,
              width: 160,
              ellipsis: true,
              render: ({ ProjectName }: StocktakeRow) => ProjectName ?? t.ofCompany,
            },
          ]
        : []),
      {
        key: 'location',
        title: t.location,
        width: 140,
        ellipsis: true,
        render: ({ Location }) => Location || t.everywhere,
      },
      {
        key: 'state',
        title: t.state,
        width: 100,
        render: ({ State }) => <WordTag good={isGoodStocktake[State]} words={inWords(stocktakeStates[State])} />,
      },
      {
        key: 'found',
        title: t.foundOf,
        width: 110,
        align: 'right',
        render: ({ Found, Expected }) => `${Found} / ${Expected}`,
      },
      count('missing', t.missing, ({ Missing }) => Missing),
      count('elsewhere', t.elsewhere, ({ Elsewhere }) => Elsewhere),
      count('unknown', t.unknown, ({ Unknown }) => Unknown),
      {
        key: 'opened',
        title: t.openedBy,
        width: 210,
        ellipsis: true,
        render: ({ State, PlannedOn, OpenName, OpenEpoch }) =>
          State === 'planned'
            ? `${t.plannedFor(PlannedOn!)} · ${OpenName}`
            : `${OpenName} · ${dates.dateTime(OpenEpoch)}`,
      },
      {
        key: 'ended',
        title: t.endedBy,
        width: 210,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ EndName, EndEpoch }) => (EndEpoch === null ? dash : `${EndName} · ${dates.dateTime(EndEpoch)}`),
      },
    ];
  }, [t, inWords, dates, withProject]);
}

function OpenDialog({
  projectId,
  onOpened,
  onClose,
}: {
  /** Null: chosen here, or the whole company. */
  projectId: number | null;
  onOpened: (stocktakeId: number) => void;
  onClose: () => void;
}) {
  const t = useText(assetText);
  const dates = useDates();
  const { projects } = useSession();
  const [key] = useState(newKey);
  const save = useSave(callsAboutAssets, onClose);
  const initial = useMemo(
    () => ({
      StocktakeName: t.usualStocktake(dates.dateTime(Date.now()).slice(0, 10)),
      ProjectId: projectId,
      Location: '',
      PlannedOn: null,
      ClientKey: key,
    }),
    [t, dates, projectId, key],
  );
  const form = useSchemaForm(NewStocktake, {
    initial,
    save: async (body) => {
      const { StocktakeId } = await save('openStocktake', { body });
      onOpened(StocktakeId);
    },
  });
  const chosen = (Form.useWatch('ProjectId', { form: form.antd, preserve: true }) ?? null) as number | null;
  const locations = useCall(
    'getAssetLocations',
    { query: chosen === null ? {} : { projectId: chosen } },
    { scope: 'company' },
  ).data;
  return (
    <FormDialog form={form} title={t.openStocktake} onClose={onClose}>
      <p>{t.openHint}</p>
      <form.Field name="StocktakeName" label={t.stocktake}>
        <Input maxLength={50} />
      </form.Field>
      {projectId === null ? (
        <form.Field name="ProjectId" label={t.project}>
          <Select
            allowClear
            placeholder={t.wholeCompany}
            options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={() => form.antd.setFieldValue('Location', '')}
          />
        </form.Field>
      ) : null}
      <form.Field name="Location" label={t.location}>
        <Select
          options={[
            { value: '', label: t.everywhere },
            ...(locations ?? []).map(({ Location, Count }) => ({ value: Location, label: `${Location} · ${Count}` })),
          ]}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </form.Field>
      <form.Field name="PlannedOn" label={t.plannedOn} extra={t.plannedOnHint}>
        <DayField />
      </form.Field>
    </FormDialog>
  );
}
