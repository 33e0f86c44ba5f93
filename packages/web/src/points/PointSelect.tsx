import { Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { editorText } from './editorText.ts';

/** A point of the project, found by typing a part of its name. A form field: `value` and `onChange`. */
export function PointSelect({
  projectId,
  value,
  onChange,
  onClear,
  known,
  without,
  label,
  id,
  disabled = false,
}: {
  projectId: number;
  value?: number | undefined;
  /** With what the chosen one is called. */
  onChange?: (pointId: number, name: string) => void;
  /** Given where a point need not be chosen. */
  onClear?: () => void;
  /** What the chosen one is called, until the list has it. */
  known?: string | undefined;
  /** Not to be offered. */
  without?: number | undefined;
  label?: string;
  /** Of the field, for its label. */
  id?: string | undefined;
  disabled?: boolean;
}) {
  const t = useText(editorText);
  const [search, setSearch] = useState('');
  const page = useCall(
    'getPointPage',
    { body: { ProjectId: projectId, PointName: search || undefined, PageSize: 50 } },
    whileWaiting,
  );
  const rows = page.data?.Data.filter(({ PointId }) => PointId !== without) ?? [];
  const options = rows.map(({ PointId, PointName, Unit, SlaveName, GatewayName }) => ({
    value: PointId,
    label: `${PointName}${Unit ? ` (${Unit})` : ''}`,
    place: [GatewayName, SlaveName].filter(Boolean).join(' / '),
  }));
  if (value !== undefined && known && !options.some((option) => option.value === value))
    // Behind what was searched for, so that Enter takes that.
    options.push({ value, label: known, place: '' });
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={label ?? t.choosePoint}
      disabled={disabled}
      allowClear={onClear !== undefined}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      placeholder={t.choosePoint}
      value={value ?? null}
      onChange={(chosen: number | null | undefined) =>
        typeof chosen !== 'number'
          ? onClear?.()
          : onChange?.(chosen, options.find((option) => option.value === chosen)?.label ?? '')
      }
      options={options}
      optionRender={({ label: name, data }) => (
        <>
          {name} <span className="point-faint">{data.place}</span>
        </>
      )}
      loading={page.isFetching}
      style={{ width: '100%' }}
    />
  );
}
