import {
  AssetContractChange,
  type AssetContractRow,
  assetContractKindNames,
  assetContractKinds,
  assetContractStateNames,
  assetContractStates,
  NewAssetContract,
} from '@watchpost/contract';
import { Input, Select } from 'antd';
import { useMemo } from 'react';
import { useListExport } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField } from '../ui/days/index.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave, WordTag } from '../ui/index.ts';
import {
  choiceFilter,
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
import { AssetsField } from './AssetField.tsx';
import { callsAboutAssets } from './callsAboutAssets.ts';
import { assetText } from './text.ts';

const contractList = defineList({
  name: 'assetContracts',
  filters: {
    text: textFilter({ label: assetText.searchContract }),
    state: choiceFilter({
      label: assetText.state,
      param: 'state',
      options: assetContractStateNames.map((value) => ({ value, label: assetContractStates[value] })),
    }),
    kinds: choicesFilter({
      label: assetText.kind,
      param: 'kind',
      options: assetContractKindNames.map((value) => ({ value, label: assetContractKinds[value] })),
    }),
  },
  sorts: ['number', 'start', 'end', 'amount'],
  usualSort: { by: 'end', ascending: true },
});

const isGood = { upcoming: null, running: true, ending: false, ended: null } as const;

/** Contracts by which a company has its assets, those that end first on top. Route /assetManagement/orderContracts. */
export function ContractsPage() {
  const t = useText(assetText);
  const list = useList(contractList);
  const exportList = useListExport();
  const { text, state, kinds } = list.query.filters;
  const question = {
    Text: text,
    State: state,
    KindList: kinds,
    SortType: list.query.sort,
    IsAsc: list.query.ascending,
  };
  const page = useCall(
    'getAssetContractPage',
    { body: { ...question, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useContractColumns();
  const { props, rowProps, shown } = useListPage({
    list,
    page,
    keyOf: ({ ContractId }) => ContractId,
    nameOf: ({ ContractName }) => ContractName,
    form: (present: AssetContractRow | null, close) => <ContractDialog present={present} onClose={close} />,
    add: t.addContract,
    empty: { title: t.noContracts, hint: t.noContractsHint },
    deletion: {
      call: 'deleteAssetContract',
      input: (ContractIdList) => ({ body: { ContractIdList } }),
      title: t.deleteContracts,
      said: t.deleted,
      asks: callsAboutAssets,
      nameOf: ({ ContractNumber, ContractName }) => `${ContractNumber} ${ContractName}`,
    },
  });
  return (
    <>
      <ListPage
        {...props}
        {...rowProps}
        columns={columns}
        label={t.contracts}
        onExport={() => exportList('assetContracts', { body: question })}
      />
      {shown}
    </>
  );
}

function useContractColumns(): readonly ListColumn<AssetContractRow>[] {
  const t = useText(assetText);
  const inWords = useBilingual();
  return useMemo(
    (): ListColumn<AssetContractRow>[] => [
      {
        key: 'name',
        title: t.contractName,
        ellipsis: true,
        always: true,
        onCard: 'heading',
        render: ({ ContractName }) => ContractName,
      },
      { key: 'number', title: t.contractNumber, width: 140, sort: 'number', render: (row) => row.ContractNumber },
      { key: 'kind', title: t.kind, width: 88, render: ({ Kind }) => inWords(assetContractKinds[Kind]) },
      { key: 'supplier', title: t.supplier, width: 150, ellipsis: true, render: ({ Supplier }) => Supplier || dash },
      { key: 'start', title: t.start, width: 108, sort: 'start', render: ({ StartDate }) => StartDate },
      { key: 'end', title: t.end, width: 108, sort: 'end', render: ({ EndDate }) => EndDate },
      {
        key: 'state',
        title: t.state,
        width: 104,
        render: ({ State }) => <WordTag good={isGood[State]} words={inWords(assetContractStates[State])} />,
      },
      {
        key: 'amount',
        title: t.amount,
        width: 116,
        align: 'right',
        sort: 'amount',
        render: ({ Amount }) => formatNumber(Amount, 2),
      },
      {
        key: 'assets',
        title: t.assetCount,
        width: 72,
        align: 'right',
        render: ({ AssetList }) => AssetList.length,
      },
    ],
    [t, inWords],
  );
}

function ContractDialog({ present, onClose }: { present: AssetContractRow | null; onClose: () => void }) {
  const t = useText(assetText);
  const inWords = useBilingual();
  const save = useSave(callsAboutAssets, onClose);
  const initial = useMemo(
    () => ({
      ContractNumber: present?.ContractNumber ?? '',
      ContractName: present?.ContractName ?? '',
      Kind: present?.Kind ?? ('purchase' as const),
      Supplier: present?.Supplier ?? '',
      StartDate: present?.StartDate,
      EndDate: present?.EndDate,
      Amount: present?.Amount ?? null,
      AssetIdList: present?.AssetList.map(({ AssetId }) => AssetId) ?? [],
      Note: present?.Note ?? '',
    }),
    [present],
  );
  const form = useSchemaForm(NewAssetContract, {
    initial,
    add: (body) => save('addAssetContract', { body }, t.added),
    edit:
      present &&
      (({ AssetIdList, ...body }, { inList }) => {
        const { added, removed } = inList('AssetIdList');
        const assets = AssetIdList && { AddAssetIdList: added, RemoveAssetIdList: removed };
        const change = AssetContractChange.parse({ ...body, ...assets, ContractId: present.ContractId });
        return save('editAssetContract', { body: change as never }, t.saved);
      }),
  });
  return (
    <FormDialog form={form} title={present ? t.editContract : t.addContract} width={640} onClose={onClose}>
      <div className="form-columns">
        <form.Field name="ContractName" label={t.contractName}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="ContractNumber" label={t.contractNumber}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="Kind" label={t.kind}>
          <Select
            options={assetContractKindNames.map((value) => ({ value, label: inWords(assetContractKinds[value]) }))}
          />
        </form.Field>
        <form.Field name="Supplier" label={t.supplier}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="StartDate" label={t.start}>
          <DayField />
        </form.Field>
        <form.Field name="EndDate" label={t.end}>
          <DayField />
        </form.Field>
        <form.Field name="Amount" label={t.amount}>
          <NumberField min={0} precision={2} />
        </form.Field>
        <div className="form-wide">
          <form.Field name="AssetIdList" label={t.assets}>
            <AssetsField known={present?.AssetList ?? []} />
          </form.Field>
          <form.Field name="Note" label={t.note}>
            <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}
