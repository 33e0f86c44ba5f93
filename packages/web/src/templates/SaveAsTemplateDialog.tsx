import { useQueryClient } from '@tanstack/react-query';
import { templateCalls } from '@watchpost/contract';
import { Input, Select, Switch } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';
import { useMqttDevices } from './useMqttDevices.ts';

const body = templateCalls.saveAsTemplate.body;

/** Where points hang that are kept as a template. */
export type TemplateOrigin =
  | { readonly slaveId: number; readonly name: string }
  | { readonly gatewayId: number; readonly name: string };

/** Keeps the points of a slave or an MQTT gateway as a template of the company. Mount it to show it. */
export function SaveAsTemplateDialog({ origin, onClose }: { origin: TemplateOrigin; onClose: () => void }) {
  const devices = useMqttDevices('gatewayId' in origin ? origin.gatewayId : undefined);
  if ('gatewayId' in origin && devices === undefined) return null;
  return <SaveForm origin={origin} devices={devices ?? []} onClose={onClose} />;
}

function SaveForm({
  origin,
  devices,
  onClose,
}: {
  origin: TemplateOrigin;
  devices: readonly (string | null)[];
  onClose: () => void;
}) {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const save = useCallMutation('saveAsTemplate');
  const form = useSchemaForm(body, {
    initial: {
      ...('slaveId' in origin
        ? { SlaveId: origin.slaveId }
        : { GatewayId: origin.gatewayId, MqttDevice: devices[0] ?? null }),
      name: origin.name.slice(0, 50),
      FLAG: true,
    },
    save: async (values) => {
      await save.mutateAsync({ body: values });
      notify.success(t.saved);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['getTempByUid'] });
    },
  });
  return (
    <FormDialog
      form={form}
      title={'slaveId' in origin ? t.saveAs(origin.name) : t.saveGatewayAs(origin.name)}
      onClose={onClose}
    >
      <form.Field name="name" label={t.name}>
        <Input maxLength={50} />
      </form.Field>
      {devices.length > 1 ? (
        <form.Field name="MqttDevice" label={t.device}>
          <Select options={devices.map((value) => ({ value, label: value ?? t.gatewayItself }))} />
        </form.Field>
      ) : null}
      <form.Field name="FLAG" label={t.share} valuePropName="checked">
        <Switch />
      </form.Field>
    </FormDialog>
  );
}
