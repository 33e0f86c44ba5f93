import { deviceEditCalls } from '@watchpost/contract';
import { Form, Input, Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { FormDialog, useSchemaForm } from '../../ui/form/index.ts';
import { useSave } from '../../ui/index.ts';
import type { NamedDevice } from './NamedDevice.ts';
import { fieldText, manageText } from './text.ts';
import { useAreaOptions, useClassOptions } from './useChoices.ts';
import { callsAboutDevices } from './useDevicesChanged.ts';

/** No area has this id: it stands for "none", which an empty field does not say. */
const noArea = -1;

/** Gives several devices the same settings; what is not filled in stays. */
export function BatchDevicesDialog({
  projectId,
  devices,
  onClose,
  onDone,
}: {
  projectId: number;
  devices: readonly NamedDevice[];
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useText(manageText);
  const f = useText(fieldText);
  const save = useSave(callsAboutDevices, onDone);
  const areas = useAreaOptions(projectId);
  const classes = useClassOptions();
  const [place] = Form.useForm<{ area?: number }>();
  const form = useSchemaForm(deviceEditCalls.batchUpdateModelTree.body, {
    initial: {
      ProjectId: projectId,
      ModelTreeIdList: devices.map(({ ModelTreeId }) => ModelTreeId),
      TagMode: 'add',
    },
    save: async ({ Brand, Model, TagList, ...body }) => {
      const area: unknown = place.getFieldValue('area');
      await save(
        'batchUpdateModelTree',
        {
          body: {
            ...body,
            ...(Brand ? { Brand } : {}),
            ...(Model ? { Model } : {}),
            ...(TagList && TagList.length > 0 ? { TagList } : {}),
            ...(typeof area === 'number' ? { LocationId: area === noArea ? null : area } : {}),
          },
        },
        ({ Changed }) => t.changed(Changed),
      );
    },
  });
  return (
    <FormDialog form={form} title={t.batchTitle(devices.length)} onClose={onClose}>
      <p className="device-faint">{t.batchHint}</p>
      <Form form={place} component={false} layout="vertical">
        <Form.Item name="area" label={f.area}>
          <Select allowClear options={[{ value: noArea, label: t.noArea }, ...areas]} />
        </Form.Item>
      </Form>
      <form.Field name="SmallTypeId" label={f.deviceClass}>
        <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={classes} />
      </form.Field>
      <div className="device-form-pair">
        <form.Field name="Brand" label={f.brand}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="Model" label={f.model}>
          <Input maxLength={50} />
        </form.Field>
      </div>
      <form.Field name="TagMode" label={t.tagMode}>
        <Select
          options={[
            { value: 'add', label: t.tagAdd },
            { value: 'remove', label: t.tagRemove },
            { value: 'replace', label: t.tagReplace },
          ]}
        />
      </form.Field>
      <form.Field name="TagList" label={f.labels} extra={f.labelsHint}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，']} />
      </form.Field>
    </FormDialog>
  );
}
