import type { AssetRow } from '@watchpost/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { assetText } from './text.ts';

interface Named {
  readonly AssetId: number;
  readonly AssetName: string;
  readonly AssetCode: string;
}

const optionOf = ({ AssetId, AssetName, AssetCode }: Named) => [AssetId, `${AssetName} (${AssetCode})`] as const;

/** Assets by what is typed of them: a company has more than a list shows. */
function useAssetOptions(known: readonly Named[], isOffered: (asset: AssetRow) => boolean = () => true) {
  const [typed, setTyped] = useState('');
  const found = useCall(
    'getAssetPage',
    { body: { Text: typed, PageSize: 50 } },
    { scope: 'company', ...whileWaiting },
  ).data;
  const [seen, setSeen] = useState<ReadonlyMap<number, string>>(() => new Map(known.map(optionOf)));
  const options = new Map([...seen, ...(found?.Data ?? []).filter(isOffered).map(optionOf)]);
  return {
    options: [...options].map(([value, label]) => ({ value, label })),
    search: { filterOption: false, onSearch: setTyped } as const,
    keep: () => setSeen(options),
  };
}

/** Chooses assets. Fits a form's field. */
export function AssetsField({
  known,
  value,
  onChange,
  ...field
}: {
  known: readonly Named[];
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
}) {
  const t = useText(assetText);
  const { options, search, keep } = useAssetOptions(known);
  return (
    <Select
      {...field}
      mode="multiple"
      placeholder={t.search}
      value={value ?? []}
      showSearch={search}
      options={options}
      onChange={(ids: number[]) => {
        keep();
        onChange?.(ids);
      }}
    />
  );
}

/** Chooses one asset that was not disposed of, or none. Fits a form's field. */
export function AssetField({
  known,
  exceptId,
  value,
  onChange,
  ...field
}: {
  known: readonly Named[];
  /** Is not offered. */
  exceptId: number | undefined;
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
}) {
  const t = useText(assetText);
  const { options, search, keep } = useAssetOptions(
    known,
    ({ AssetId, Usage }) => AssetId !== exceptId && Usage !== 'disposed',
  );
  return (
    <Select
      {...field}
      allowClear
      placeholder={t.search}
      value={value ?? null}
      showSearch={search}
      options={options}
      onChange={(id: number | null | undefined) => {
        keep();
        onChange?.(id ?? null);
      }}
    />
  );
}
