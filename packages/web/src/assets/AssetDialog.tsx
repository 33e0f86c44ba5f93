import {
  AssetChange,
  type AssetRow,
  assetSourceNames,
  assetSources,
  assetUsages,
  keptUsageNames,
  NewAsset,
} from '@watchpost/contract';
import { AutoComplete, Form, Input, Select, Switch } from 'antd';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField } from '../ui/days/index.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { AssetField } from './AssetField.tsx';
import { callsAboutAssets } from './callsAboutAssets.ts';
import { assetText } from './text.ts';

/** Adds an asset, or edits one. */
export function AssetDialog({
  present,
  projectId,
  code = '',
  scanId = null,
  onClose,
}: {
  present: AssetRow | null;
  /** Where a new one stands; null: of the company. */
  projectId: number | null;
  /** Of a new one, as its label says it. */
  code?: string;
  /** The unknown label of a stocktake that it registers. */
  scanId?: number | null;
  onClose: () => void;
}) {
  const t = useText(assetText);
  const inWords = useBilingual();
  const { projects } = useSession();
  const ofCompany = useMay('companyAssets');
  const save = useSave(callsAboutAssets, onClose);
  const categories = useCall('getAssetCategories', { query: {} }, { scope: 'company' }).data;
  const initial = useMemo(
    () => ({
      AssetName: present?.AssetName ?? '',
      AssetCode: present?.AssetCode ?? code,
      Category: present?.Category ?? '',
      Model: present?.Model ?? '',
      FactoryNumber: present?.FactoryNumber ?? '',
      InstallDate: present?.InstallDate ?? null,
      Distributor: present?.Distributor ?? '',
      Source: present?.Source ?? ('purchase' as const),
      Supplier: present?.Supplier ?? '',
      Amount: present?.Amount ?? null,
      ServiceLife: present?.ServiceLife ?? null,
      ReplacementCost: present?.ReplacementCost ?? null,
      WarrantyUntil: present?.WarrantyUntil ?? null,
      ParentId: present?.Parent?.AssetId ?? null,
      Location: present?.Location ?? '',
      IsMonitor: present?.IsMonitor ?? false,
      // One that was disposed of is not edited.
      Usage: present?.Usage === 'idle' ? ('idle' as const) : ('inUse' as const),
      ProjectId: present ? present.ProjectId : projectId,
      ModelTreeId: present?.ModelTreeId ?? null,
      Note: present?.Note ?? '',
    }),
    [present, projectId, code],
  );
  const form = useSchemaForm(NewAsset, {
    initial,
    add: (body) => save('addAsset', { body: { ...body, ScanId: scanId } }, t.added),
    edit:
      present &&
      ((body) =>
        save('editAsset', { body: AssetChange.parse({ ...body, AssetId: present.AssetId }) as never }, t.saved)),
  });
  const chosen = (Form.useWatch('ProjectId', { form: form.antd, preserve: true }) ?? null) as number | null;
  const devices = useCall(
    'getModelTreeAndPointTypeDropdown',
    chosen === null ? null : { body: { ProjectId: chosen } },
    { scope: 'company', staleTime: 60_000 },
  ).data;
  const named = (names: readonly string[], words: Readonly<Record<string, { zh: string; en: string }>>) =>
    names.map((value) => ({ value, label: inWords(words[value]!) }));
  return (
    <FormDialog form={form} title={present ? t.editAsset : t.add} width={720} onClose={onClose}>
      <div className="form-columns">
        <form.Field name="AssetName" label={t.name}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="AssetCode" label={t.code}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="Category" label={t.category} extra={t.categoryHint}>
          <AutoComplete
            maxLength={60}
            options={categories?.map((value) => ({ value })) ?? []}
            showSearch={{ filterOption: (typed, option) => (option?.value ?? '').includes(typed) }}
          />
        </form.Field>
        <form.Field name="Model" label={t.model}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="FactoryNumber" label={t.factoryNumber}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="InstallDate" label={t.installDate}>
          <DayField />
        </form.Field>
        <form.Field name="ProjectId" label={t.project}>
          <Select
            allowClear={ofCompany}
            placeholder={t.ofCompany}
            options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={() => form.antd.setFieldValue('ModelTreeId', null)}
          />
        </form.Field>
        <form.Field name="ModelTreeId" label={t.device} extra={t.deviceHint}>
          <Select
            allowClear
            disabled={chosen === null}
            options={devices?.ModelTreeDropdown.map(({ Key, Value }) => ({ value: Number(Key), label: Value })) ?? []}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </form.Field>
        <form.Field name="Location" label={t.location}>
          <Input maxLength={100} />
        </form.Field>
        <form.Field name="Usage" label={t.usage}>
          <Select options={named(keptUsageNames, assetUsages)} />
        </form.Field>
        <form.Field name="Source" label={t.source}>
          <Select options={named(assetSourceNames, assetSources)} />
        </form.Field>
        <form.Field name="Supplier" label={t.supplier}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="Distributor" label={t.distributor}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="Amount" label={t.amount}>
          <NumberField min={0} precision={2} />
        </form.Field>
        <form.Field name="ServiceLife" label={t.serviceLife}>
          <NumberField min={1} max={1200} precision={0} />
        </form.Field>
        <form.Field name="ReplacementCost" label={t.replacementCost} extra={t.replacementCostHint}>
          <NumberField min={0} precision={2} />
        </form.Field>
        <form.Field name="WarrantyUntil" label={t.warrantyUntil}>
          <DayField />
        </form.Field>
        <form.Field name="ParentId" label={t.parent}>
          <AssetField known={present?.Parent ? [present.Parent] : []} exceptId={present?.AssetId} />
        </form.Field>
        <form.Field name="IsMonitor" label={t.monitored} valuePropName="checked">
          <Switch />
        </form.Field>
        <div className="form-wide">
          <form.Field name="Note" label={t.note}>
            <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}
