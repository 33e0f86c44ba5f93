import { baudRates, NewSlave, parities, SlaveChange, type SlaveRow, standardSlaveAddresses } from '@watchpost/contract';
import { Form, Input, InputNumber, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import { fieldText, listText, parityText } from './text.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';

/** Adds a slave to a gateway, or changes one. */
export function SlaveDialog({
  gatewayId,
  present,
  usedAddresses,
  onClose,
}: {
  gatewayId: number;
  /** Null: a new one. */
  present: SlaveRow | null;
  usedAddresses: readonly number[];
  onClose: () => void;
}) {
  const t = useText(listText);
  const d = useText(detailText);
  const f = useText(fieldText);
  const words = useText(parityText);
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const adding = useCallMutation('addSlave');
  const changing = useCallMutation('updateSlave');
  const free = Array.from({ length: standardSlaveAddresses }, (_, i) => i + 1).find((n) => !usedAddresses.includes(n));
  const common = {
    DeviceAddress: present?.DeviceAddress ?? free,
    SlaveName: present?.SlaveName ?? '',
    Category: present?.Category ?? '',
    BaudRate: present?.BaudRate ?? 9600,
    DataBit: present?.DataBit ?? 8,
    CheckBit: (present?.CheckBit ?? 'none') as 'none',
    StopBit: present?.StopBit ?? 1,
    MaxRegisters: present?.MaxRegisters ?? 125,
    MaxGap: present?.MaxGap ?? 0,
  };
  const form = useSchemaForm(NewSlave, {
    initial: { DeviceId: gatewayId, ...common },
    save: async ({ DeviceId, ...body }) => {
      if (present === null) await adding.mutateAsync({ body: { DeviceId, ...body } });
      else await changing.mutateAsync({ body: SlaveChange.parse({ DeviceModuleId: present.DeviceModuleId, ...body }) });
      notify.success(t.saved);
      onClose();
      await changed();
    },
  });
  const address = Form.useWatch('DeviceAddress', form.antd) ?? common.DeviceAddress;
  return (
    <FormDialog form={form} title={present ? d.editSlave : d.addSlave} width={640} onClose={onClose}>
      <div className="gateway-form">
        <form.Field
          name="DeviceAddress"
          label={f.slaveAddress}
          extra={Number(address) > standardSlaveAddresses ? f.slaveAddressBeyond : undefined}
        >
          <InputNumber min={1} max={255} precision={0} style={{ width: '100%' }} />
        </form.Field>
        <form.Field name="SlaveName" label={f.slaveName}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="Category" label={f.category}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="BaudRate" label={f.baudRate}>
          <Select options={baudRates.map((value) => ({ value, label: value }))} />
        </form.Field>
        <form.Field name="DataBit" label={f.dataBits}>
          <Select options={[7, 8].map((value) => ({ value, label: value }))} />
        </form.Field>
        <form.Field name="CheckBit" label={f.parity}>
          <Select options={parities.map((value) => ({ value, label: words[value] }))} />
        </form.Field>
        <form.Field name="StopBit" label={f.stopBits}>
          <Select options={[1, 2].map((value) => ({ value, label: value }))} />
        </form.Field>
        <form.Field name="MaxRegisters" label={f.maxRegisters}>
          <InputNumber min={1} max={125} precision={0} style={{ width: '100%' }} />
        </form.Field>
        <form.Field name="MaxGap" label={f.maxGap}>
          <InputNumber min={0} max={100} precision={0} style={{ width: '100%' }} />
        </form.Field>
      </div>
    </FormDialog>
  );
}
