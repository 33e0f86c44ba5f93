import { SearchOutlined } from '@ant-design/icons';
import { type AllCalls, type CallData, PropertyForm, type PropertyRow, propertyKinds } from '@watchpost/contract';
import { Button, Form, Input, Select, Space, Table, Tree } from 'antd';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { useText } from '../../lib/defineText.ts';
import { idInAddress } from '../../lib/idInAddress.ts';
import { links } from '../../lib/links.ts';
import { useMay, useSession } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { ConfirmDialog, FormDialog, useSchemaForm } from '../../ui/form/index.ts';
import { EmptyState, ErrorState, ListSkeleton, useSave } from '../../ui/index.ts';
import './manage.css';
import { parameterText } from './parameterText.ts';
import { callsAboutDevices } from './useDevicesChanged.ts';

type DeviceClass = CallData<AllCalls['getModelClassList']>[number]['SmallTypes'][number];

/** The classes of devices, what can be said of their devices, and which strategies are meant for them. Route /deviceManage/deviceParameter. */
export function DeviceParameterPage() {
  const t = useText(parameterText);
  const { company } = useSession();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState('');
  const catalogue = useCall('getModelClassList', { query: { companyId: company.CompanyId } }, { scope: 'company' });
  const part = text.trim().toLowerCase();
  const shown = useMemo(
    () =>
      catalogue.data
        ?.map((subsystem) => ({
          ...subsystem,
          SmallTypes: subsystem.SmallTypes.filter(
            ({ SmallTypeName }) =>
              SmallTypeName.toLowerCase().includes(part) || subsystem.BigTypeName.toLowerCase().includes(part),
          ),
        }))
        .filter(({ SmallTypes }) => SmallTypes.length > 0),
    [catalogue.data, part],
  );
  if (catalogue.error && !catalogue.data) {
    return <ErrorState error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  }
  if (!catalogue.data || !shown) return <ListSkeleton rows={10} />;
  const all = catalogue.data.flatMap(({ SmallTypes }) => SmallTypes);
  const asked = idInAddress(params, 'class');
  // At first one that the company has devices of.
  const chosen =
    all.find(({ SmallTypeId }) => SmallTypeId === asked) ?? all.find(({ DeviceCount }) => DeviceCount > 0) ?? all[0];
  return (
    <div className="class-columns">
      <nav aria-label={t.classes}>
        <Input
          type="search"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label={t.search}
          placeholder={t.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {shown.length === 0 ? <EmptyState title={t.noneMatching} /> : null}
        <Tree
          key={part}
          blockNode
          defaultExpandAll
          expandAction="click"
          selectedKeys={chosen ? [chosen.SmallTypeId] : []}
          onSelect={([key]) => typeof key === 'number' && setParams({ class: String(key) })}
          treeData={shown.map(({ BigTypeId, BigTypeName, SmallTypes }) => ({
            key: `subsystem ${BigTypeId}`,
            title: BigTypeName,
            selectable: false,
            children: SmallTypes.map(({ SmallTypeId, SmallTypeName, DeviceCount }) => ({
              key: SmallTypeId,
              title: (
                <>
                  {SmallTypeName}{' '}
                  <span className="device-tree-count">{DeviceCount > 0 ? t.devices(DeviceCount) : ''}</span>
                </>
              ),
            })),
          }))}
        />
      </nav>
      {chosen ? <ClassProperties key={chosen.SmallTypeId} of={chosen} /> : null}
    </div>
  );
}

function ClassProperties({ of: deviceClass }: { of: DeviceClass }) {
  const t = useText(parameterText);
  const { company } = useSession();
  const mayEdit = useMay('projectsEdit');
  const mayKeepTemplates = useMay('companyAlarms');
  const save = useSave(callsAboutDevices, () => setRemoved(null));
  const [edited, setEdited] = useState<PropertyRow | 'new' | null>(null);
  const [removed, setRemoved] = useState<PropertyRow | null>(null);
  const { SmallTypeId: classId } = deviceClass;
  const properties = useCall(
    'getModelPropertyList',
    { query: { companyId: company.CompanyId, smallTypeId: classId } },
    { scope: 'company' },
  );
  const remove = (property: PropertyRow) =>
    save(
      'deleteModelProperty',
      {
        body: { CompanyId: company.CompanyId, PropertyId: property.PropertyId },
      },
      ({ Values }) => t.removed(Values),
    );
  const add = mayEdit ? (
    <Button type="primary" onClick={() => setEdited('new')}>
      {t.add}
    </Button>
  ) : null;
  const content = () => {
    if (properties.error && !properties.data)
      return <ErrorState error={properties.error} onRetry={() => void properties.refetch()} />;
    if (!properties.data) return <ListSkeleton rows={4} />;
    if (properties.data.length === 0) return <EmptyState title={t.none} hint={t.noneHint} action={add} />;
    return (
      <Table<PropertyRow>
        size="small"
        rowKey="PropertyId"
        pagination={false}
        scroll={{ x: 640 }}
        dataSource={[...properties.data]}
        columns={[
          { title: t.name, dataIndex: 'PropertyName' },
          { title: t.kind, key: 'kind', width: 90, render: (_, { Kind }) => t[Kind] },
          { title: t.unit, dataIndex: 'Unit', width: 80 },
          { title: t.options, key: 'options', ellipsis: true, render: (_, { Options }) => Options.join(' · ') },
          { title: t.source, key: 'source', width: 110, render: (_, { IsOwn }) => (IsOwn ? t.own : t.catalogue) },
          ...(mayEdit
            ? [
                {
                  title: t.actions,
                  key: 'actions',
                  width: 210,
                  render: (_: unknown, property: PropertyRow) =>
                    property.IsOwn ? (
                      <Space>
                        <Button type="link" size="small" onClick={() => setEdited(property)}>
                          {t.edit}
                        </Button>
                        <Button type="link" size="small" danger onClick={() => setRemoved(property)}>
                          {t.remove}
                        </Button>
                      </Space>
                    ) : null,
                },
              ]
            : []),
        ]}
      />
    );
  };
  return (
    <section>
      <div className="device-stat-bar">
        <b>{deviceClass.SmallTypeName}</b>
        <span className="device-faint">{t.devices(deviceClass.DeviceCount)}</span>
        {add}
      </div>
      {content()}
      {deviceClass.StrategyTemplateList ? (
        <>
          <h3 className="device-form-part">{t.templates}</h3>
          <p className="device-faint">{t.templatesHint}</p>
          <div className="device-stat-bar">
            <span>{deviceClass.StrategyTemplateList.join(' · ') || t.noTemplates}</span>
            {mayKeepTemplates ? <Link to={links.strategyTemplates(classId)}>{t.toTemplates}</Link> : null}
          </div>
        </>
      ) : null}
      {edited ? (
        <PropertyDialog classId={classId} present={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
      {removed ? (
        <ConfirmDialog
          title={t.removeTitle(removed.PropertyName)}
          ok={t.remove}
          act={() => remove(removed)}
          onClose={() => setRemoved(null)}
        >
          {t.removeHint}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function PropertyDialog({
  classId,
  present,
  onClose,
}: {
  classId: number;
  present: PropertyRow | null;
  onClose: () => void;
}) {
  const t = useText(parameterText);
  const { company } = useSession();
  const send = useSave(callsAboutDevices, onClose);
  const initial = {
    CompanyId: company.CompanyId,
    PropertyId: present?.PropertyId,
    SmallTypeId: classId,
    PropertyName: present?.PropertyName ?? '',
    PropertyNameEn: present?.PropertyNameEn ?? null,
    Kind: present?.Kind ?? ('text' as const),
    Unit: present?.Unit ?? '',
    Options: present?.Options ?? [],
  };
  const save = (body: Partial<z.input<typeof PropertyForm>>) => send('addOrUpdateModelProperty', { body }, t.saved);
  const form = useSchemaForm(
    PropertyForm,
    present ? { initial, edits: ['CompanyId', 'PropertyId'], save } : { initial, save },
  );
  const kind = Form.useWatch('Kind', { form: form.antd, preserve: true }) ?? present?.Kind ?? 'text';
  return (
    <FormDialog form={form} title={present ? t.edit : t.add} onClose={onClose}>
      <form.Field name="PropertyName" label={t.name}>
        <Input maxLength={20} showCount />
      </form.Field>
      <form.Field name="PropertyNameEn" label={t.nameEn}>
        <Input maxLength={20} />
      </form.Field>
      <form.Field name="Kind" label={t.kind}>
        <Select options={propertyKinds.map((value) => ({ value, label: t[value] }))} />
      </form.Field>
      {kind === 'number' ? (
        <form.Field name="Unit" label={t.unit}>
          <Input maxLength={20} />
        </form.Field>
      ) : null}
      {kind === 'option' ? (
        <form.Field name="Options" label={t.options} extra={t.optionsHint}>
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，']} />
        </form.Field>
      ) : null}
    </FormDialog>
  );
}
