import { Checkbox, DatePicker, Select, TreeSelect } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { FoldedFilters } from '../filters/index.ts';
import { type Filter, type Filters, type FilterValues, isTooLong, type ShownOption } from './filters.ts';
import { isFiltered, withoutFilters } from './listQuery.ts';
import { SearchField } from './SearchField.tsx';
import { text } from './text.ts';
import type { List } from './useList.ts';

/** What can be chosen in the filters whose values are not known beforehand; null: the filter does not stand there. */
export type FilterOptions<F> = { readonly [Name in keyof F]?: readonly ShownOption[] | null };

/** The filters of a list; each change goes to the address at once, typing after a short pause. */
export function FilterBar<F extends Filters, Sort extends string>({
  list,
  options = {},
  children,
}: {
  list: List<F, Sort>;
  options?: FilterOptions<F> | undefined;
  /** What stands at the end of the bar. */
  children?: ReactNode;
}) {
  const { definition, query } = list;
  const change = (name: string, value: unknown) =>
    list.change({ filters: { [name]: value } as Partial<FilterValues<F>> });
  const filters = (Object.entries(definition.filters) as [keyof F & string, Filter<unknown>][]).filter(
    ([name, { kind }]) => kind !== 'tabs' && options[name] !== null,
  );
  const isWords = ([, { kind }]: (typeof filters)[number]) => kind === 'text';
  const first = filters.find(isWords)?.[0];
  const folded = filters.filter(([name]) => name !== first);
  // What was asked for and cannot be had is corrected where it stands.
  const isWrong = folded.some(
    ([name, filter]) =>
      filter.kind === 'range' &&
      query.filters[name] !== undefined &&
      isTooLong(filter, query.filters[name] as readonly [string, string]),
  );
  const field = ([name, filter]: (typeof filters)[number]) => (
    <FilterField
      key={name}
      filter={filter}
      value={query.filters[name]}
      options={options[name] ?? undefined}
      hotkey={name === first}
      onChange={(value) => change(name, value)}
    />
  );
  return (
    <FoldedFilters
      className="list-filters"
      first={filters.filter((each) => !folded.includes(each)).map(field)}
      folded={folded.map(([name, filter]) => ({
        name,
        field: field([name, filter]),
        words:
          query.filters[name] === undefined ? null : (
            <FilterWords filter={filter} value={query.filters[name]} options={options[name] ?? undefined} />
          ),
        onClear: () => change(name, undefined),
      }))}
      onClearAll={
        isFiltered(definition, query.filters) ? () => list.change({ filters: withoutFilters(definition) }) : null
      }
      open={isWrong}
    >
      {children}
    </FoldedFilters>
  );
}

/** What a filter that is out of sight narrows the list to: "Severity: Urgent, Important". */
function FilterWords({ filter, value, options }: Pick<FieldProps, 'filter' | 'value' | 'options'>) {
  const inWords = useBilingual();
  const label = inWords(filter.label);
  if (filter.kind === 'flag') return label;
  const known = [
    ...(filter.options?.map((option) => ({ value: option.value, label: inWords(option.label) })) ?? []),
    ...withChildren(options ?? []),
  ];
  const said = [value].flat().map((each) => known.find((option) => option.value === each)?.label ?? String(each));
  return (
    <>
      {label}: {said.map((words, index) => (index === 0 ? words : [filter.kind === 'range' ? ' – ' : ', ', words]))}
    </>
  );
}

const withChildren = (options: readonly ShownOption[]): readonly ShownOption[] =>
  options.flatMap((option) => [option, ...withChildren(option.children ?? [])]);

interface FieldProps {
  filter: Filter<unknown>;
  value: unknown;
  options: readonly ShownOption[] | undefined;
  /** Whether `/` leads here: to the first search of the bar. */
  hotkey: boolean;
  onChange: (value: unknown) => void;
}

function FilterField(props: FieldProps) {
  const t = useText(text);
  const inWords = useBilingual();
  const { filter, value, onChange } = props;
  const label = inWords(filter.label);
  const options =
    props.options ?? filter.options?.map((option) => ({ value: option.value, label: inWords(option.label) })) ?? [];
  const found = (typed: string, option: { label?: ReactNode; text?: string } | undefined) =>
    (option?.text ?? String(option?.label ?? '')).toLowerCase().includes(typed.trim().toLowerCase());
  switch (filter.kind) {
    case 'text':
      return (
        <SearchField
          label={label}
          hotkey={props.hotkey}
          value={(value as string | undefined) ?? ''}
          onChange={onChange}
        />
      );
    case 'number':
      return (
        <SearchField
          label={label}
          hotkey={false}
          digits
          value={value === undefined ? '' : String(value)}
          onChange={(typed) => onChange(typed === undefined ? undefined : Number(typed))}
        />
      );
    case 'flag':
      return (
        <Checkbox
          className="list-filter-flag"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked ? true : undefined)}
        >
          {label}
        </Checkbox>
      );
    case 'day':
      return (
        <DatePicker
          aria-label={label}
          placeholder={label}
          value={value === undefined ? null : dayjs(value as string)}
          disabledDate={(day) => day.isAfter(dayjs(), 'day')}
          onChange={(day) => onChange(day ? day.format('YYYY-MM-DD') : undefined)}
        />
      );
    case 'range':
      return <RangeField {...props} label={label} />;
    case 'tree':
      return (
        <TreeSelect<number[]>
          className="list-filter-choice"
          aria-label={label}
          placeholder={label}
          multiple
          treeCheckable
          showCheckedStrategy={TreeSelect.SHOW_PARENT}
          allowClear
          showSearch={{ filterTreeNode: (typed, node) => found(typed, node as ShownOption) }}
          maxTagCount="responsive"
          popupMatchSelectWidth={false}
          notFoundContent={t.nothingToChoose}
          value={(value as number[] | undefined) ?? []}
          treeData={options as never}
          treeNodeLabelProp="label"
          fieldNames={{ label: 'label', value: 'value', children: 'children' }}
          onChange={(picked) => onChange(picked.length > 0 ? picked : undefined)}
        />
      );
    default: {
      const several = filter.kind === 'choices';
      // A list that a glance takes in needs no typing.
      const search = options.length > 8 ? { filterOption: found } : false;
      return (
        <Select<unknown, ShownOption>
          className="list-filter-choice"
          {...(several ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
          aria-label={label}
          placeholder={label}
          allowClear
          showSearch={search as never}
          popupMatchSelectWidth={false}
          notFoundContent={t.nothingToChoose}
          value={several ? (value ?? []) : value}
          options={options as ShownOption[]}
          onChange={(picked) => onChange(Array.isArray(picked) && picked.length === 0 ? undefined : picked)}
        />
      );
    }
  }
}

function RangeField({ filter, value, onChange, label }: FieldProps & { label: string }) {
  const t = useText(text);
  const { withTime, maxDays, future } = filter.range ?? { withTime: false, maxDays: null, future: false };
  const format = withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD';
  const picked = value as readonly [string, string] | undefined;
  // What was asked for and cannot be had stays, so that it can be corrected.
  const [tooLong, setTooLong] = useState<readonly [string, string] | null>(null);
  const inAddress = picked?.join() ?? '';
  const [known, setKnown] = useState(inAddress);
  if (known !== inAddress) {
    setKnown(inAddress);
    setTooLong(null);
  }
  const shown = tooLong ?? picked;
  const isWrong = shown !== undefined && isTooLong(filter, shown);
  const hint = useId();
  return (
    <span className={withTime ? 'list-filter-range list-filter-range-time' : 'list-filter-range'}>
      <DatePicker.RangePicker
        aria-label={label}
        aria-describedby={isWrong ? hint : undefined}
        showTime={withTime ? { format: 'HH:mm' } : false}
        format={format}
        placeholder={[t.from(label), t.to(label)]}
        {...(isWrong ? { status: 'error' as const } : {})}
        value={shown ? [dayjs(shown[0]), dayjs(shown[1])] : null}
        disabledDate={(day) => !future && day.isAfter(dayjs(), 'day')}
        {...(maxDays === null ? {} : { renderExtraFooter: () => t.maxDays(maxDays) })}
        onChange={(days) => {
          const [from, to] = days ?? [];
          const next = from && to ? ([from.format(format), to.format(format)] as const) : undefined;
          const refused = next !== undefined && isTooLong(filter, next);
          setTooLong(refused ? next : null);
          if (!refused) onChange(next);
        }}
      />
      {isWrong && maxDays !== null ? (
        <small id={hint} role="alert" className="list-filter-wrong">
          {t.maxDays(maxDays)}
        </small>
      ) : null}
    </span>
  );
}
