import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type CallName, PointTypeForm, type PointTypeRow } from '@watchpost/contract';
import { Button, Form, Input, Radio, Select, Switch } from 'antd';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import {
  DeleteDialog,
  FormDialog,
  NumberField,
  SchemaField,
  type SchemaFormState,
  useDialog,
  useSchemaForm,
} from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
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
import './templates.css';
import { typeText } from './text.ts';

const typeList = defineList({
  name: 'pointTypes',
  filters: {
    text: textFilter({ label: typeText.search }),
    kind: choiceFilter({
      label: typeText.valueType,
      param: 'kind',
      options: [
        { value: 'analog', label: typeText.analog },
        { value: 'status', label: typeText.status },
      ],
    }),
    used: choiceFilter({
      label: typeText.used,
      param: 'used',
      options: [
        { value: 'yes', label: typeText.isUsed },
        { value: 'no', label: typeText.notUsed },
      ],
    }),
  },
  sorts: ['name', 'valueType', 'points'],
  usualSort: { by: 'name', ascending: true },
});

/** What points of the company can measure. */
export function PointTypeList() {
  const t = useText(typeText);
  const { company } = useSession();
  const mayEdit = useMay('terminalsEdit', 'companyTerminals');
  const list = useList(typeList);
  const dialog = useDialog();
  const { text: name, kind, used } = list.query.filters;
  const page = useCall(
    'getPointTypePage',
    {
      body: {
        CompanyId: company.CompanyId,
        PointTypeName: name,
        ValueType: kind === undefined ? undefined : kind === 'status' ? 1 : 0,
        IsUsed: used === undefined ? undefined : used === 'yes',
        ...pagingOf(list.query),
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useMemo(
    (): ListColumn<PointTypeRow>[] => [
      {
        key: 'name',
        title: t.name,
        sort: 'name',
        width: 200,
        always: true,
        render: (row) => <b>{row.PointTypeName}</b>,
      },
      {
        key: 'kind',
        title: t.valueType,
        sort: 'valueType',
        width: 110,
        render: (row) => (row.ValueType === 1 ? t.status : t.analog),
      },
      {
        key: 'values',
        title: `${t.units} / ${t.values}`,
        render: (row) =>
          row.ValueType === 1
            ? row.StatusList.map(
                ({ Value, Description, DescriptionEn }) =>
                  `${Value} ${row.PointTypeName === row.NameEn ? DescriptionEn : Description}`,
              ).join(' · ')
            : row.UnitList.join(' · '),
      },
      {
        key: 'simulated',
        title: t.simulation,
        width: 110,
        usuallyHidden: true,
        render: (row) => (row.IsSimulation ? t.simulation : null),
      },
      { key: 'points', title: t.points, sort: 'points', width: 110, align: 'right', render: (row) => row.PointCount },
    ],
    [t],
  );
  const edit = (type: PointTypeRow) => dialog.open(<EditType type={type} onClose={dialog.close} />);
  const remove = (types: readonly PointTypeRow[], clear?: () => void) =>
    dialog.open(
      <DeleteDialog
        title={t.deleteTitle(types.length)}
        names={types.map(({ PointTypeName }) => PointTypeName)}
        call="deletePointType"
        input={{
          body: { CompanyId: company.CompanyId, PointTypeIdList: types.map(({ PointTypeId }) => PointTypeId) },
        }}
        said={t.deleted}
        asks={callsAboutTypes}
        onDone={clear}
        onClose={dialog.close}
      />,
    );
  const add = mayEdit ? (
    <Button type="primary" onClick={() => dialog.open(<AddType onClose={dialog.close} />)}>
      {t.add}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.types}
        keyOf={({ PointTypeId }) => PointTypeId}
        nameOf={({ PointTypeName }) => PointTypeName}
        actions={add}
        empty={{ title: t.none, hint: t.noneHint, action: add }}
        {...(mayEdit
          ? {
              onOpen: edit,
              rowActions: (type: PointTypeRow) => [
                { key: 'edit', label: t.edit, inline: true, run: () => edit(type) },
                { key: 'delete', label: t.delete, danger: true, run: () => remove([type]) },
              ],
              batch: (types: readonly PointTypeRow[], clear: () => void) => (
                <Button danger onClick={() => remove(types, clear)}>
                  {t.delete}
                </Button>
              ),
            }
          : {})}
      />
      {dialog.shown}
    </>
  );
}

const callsAboutTypes: readonly CallName[] = ['getPointTypePage', 'getPointPageDropdownList', 'getPointPage'];

function AddType({ onClose }: { onClose: () => void }) {
  const t = useText(typeText);
  const { company } = useSession();
  const save = useSave(callsAboutTypes, onClose);
  const form = useSchemaForm(PointTypeForm, {
    initial: { CompanyId: company.CompanyId, PointTypeName: '', ValueType: 0, UnitList: [], StatusList: [] },
    save: (body) => save('addPointType', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.addTitle} width={620} onClose={onClose}>
      <TypeFields form={form as unknown as SchemaFormState} />
    </FormDialog>
  );
}

function EditType({ type, onClose }: { type: PointTypeRow; onClose: () => void }) {
  const t = useText(typeText);
  const { company } = useSession();
  const save = useSave(callsAboutTypes, onClose);
  const form = useSchemaForm(PointTypeForm, {
    initial: {
      CompanyId: company.CompanyId,
      PointTypeName: type.Name,
      PointTypeNameEn: type.NameEn,
      ValueType: type.ValueType,
      UnitList: type.UnitList,
      StatusList: type.StatusList,
      IsSimulation: type.IsSimulation,
    } as z.input<typeof PointTypeForm>,
    edits: ['CompanyId'],
    save: (body) => save('editPointType', { body: { ...body, PointTypeId: type.PointTypeId } }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.editTitle(type.PointTypeName)} width={620} onClose={onClose}>
      <TypeFields form={form as unknown as SchemaFormState} />
    </FormDialog>
  );
}

function TypeFields({ form }: { form: SchemaFormState }) {
  const t = useText(typeText);
  const valueType: number | undefined = Form.useWatch('ValueType', form.antd);
  return (
    <>
      <SchemaField name="PointTypeName" label={t.name}>
        <Input maxLength={25} />
      </SchemaField>
      <SchemaField name="PointTypeNameEn" label={t.nameEn}>
        <Input maxLength={25} />
      </SchemaField>
      <SchemaField name="ValueType" label={t.valueType}>
        <Radio.Group
          options={[
            { value: 0, label: t.analog },
            { value: 1, label: t.status },
          ]}
        />
      </SchemaField>
      {valueType === 1 ? (
        <SchemaField name="StatusList" label={t.values} required>
          <StatusRows />
        </SchemaField>
      ) : (
        <SchemaField name="UnitList" label={t.units} extra={t.unitsHint} required>
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', '，']} />
        </SchemaField>
      )}
      <SchemaField name="IsSimulation" label={t.simulation} valuePropName="checked" extra={t.simulationHint}>
        <Switch />
      </SchemaField>
    </>
  );
}

interface StatusRow {
  Value?: number | null;
  Description?: string;
  DescriptionEn?: string | null;
}

/** Values of a status with their words. A form field: `value` and `onChange`. */
function StatusRows({
  value = [],
  onChange,
}: {
  value?: readonly StatusRow[];
  onChange?: (rows: StatusRow[]) => void;
}) {
  const t = useText(typeText);
  const set = (place: number, change: StatusRow) =>
    onChange?.(value.map((row, i) => (i === place ? { ...row, ...change } : row)));
  const next = value.reduce((most, row) => Math.max(most, row.Value ?? -1), -1) + 1;
  return (
    <>
      {value.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is being typed keeps its place
        <div key={place} className="template-status-row">
          <NumberField aria-label={t.value} value={row.Value ?? null} onChange={(Value) => set(place, { Value })} />
          <Input
            aria-label={t.description}
            placeholder={t.description}
            value={row.Description}
            maxLength={20}
            onChange={({ target }) => set(place, { Description: target.value })}
          />
          <Input
            aria-label={t.descriptionEn}
            placeholder={t.descriptionEn}
            value={row.DescriptionEn ?? ''}
            maxLength={20}
            onChange={({ target }) => set(place, { DescriptionEn: target.value })}
          />
          <Button
            aria-label={`${t.remove} ${row.Description ?? ''}`}
            icon={<DeleteOutlined />}
            onClick={() => onChange?.(value.filter((_, i) => i !== place))}
          />
        </div>
      ))}
      <Button icon={<PlusOutlined />} onClick={() => onChange?.([...value, { Value: next, Description: '' }])}>
        {t.addValue}
      </Button>
    </>
  );
}
