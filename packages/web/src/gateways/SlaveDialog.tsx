import {
  baudRates,
  maxSlaveAddresses,
  NewSlave,
  parities,
  SlaveChange,
  type SlaveRow,
  standardSlaveAddresses,
} from '@watchpost/contract';
import { Button, Form, Input, Select } from 'antd';
import { useRef } from 'react';
import type { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import { fieldText, listText, parityText } from './text.ts';
import { callsAboutGateways, useGatewaysChanged } from './useGatewaysChanged.ts';

/** How a slave is read, the same for all of its make. */
export type SlaveSettings = Pick<
  SlaveRow,
  'Category' | 'BaudRate' | 'DataBit' | 'CheckBit' | 'StopBit' | 'MaxRegisters' | 'MaxGap'
>;

type NewSlaveBody = z.input<typeof NewSlave>;

/** Adds slaves to a gateway, one after the other if there are more, or changes one. */
export function SlaveDialog({
  gatewayId,
  present,
  like = null,
  usedAddresses,
  onClose,
  onNext,
}: {
  gatewayId: number;
  /** Null: a new one. */
  present: SlaveRow | null;
  /** One that was added just before: the next on the line is usually of the same make. */
  like?: SlaveSettings | null;
  usedAddresses: readonly number[];
  onClose: () => void;
  /** Called instead of `onClose` when another one is to be added, with what this one is like. */
  onNext?: (like: SlaveSettings) => void;
}) {
  const t = useText(listText);
  const d = useText(detailText);
  const f = useText(fieldText);
  const words = useText(parityText);
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const adding = useCallMutation('addSlave');
  const save = useSave(callsAboutGateways, onClose);
  const isNext = useRef(false);
  const free = Array.from({ length: standardSlaveAddresses }, (_, i) => i + 1).find((n) => !usedAddresses.includes(n));
  const usual = present ?? like;
  const common = {
    DeviceAddress: present?.DeviceAddress ?? free,
    SlaveName: present?.SlaveName ?? '',
    Category: usual?.Category ?? '',
    BaudRate: usual?.BaudRate ?? 9600,
    DataBit: usual?.DataBit ?? 8,
    CheckBit: (usual?.CheckBit ?? 'none') as 'none',
    StopBit: usual?.StopBit ?? 1,
    MaxRegisters: usual?.MaxRegisters ?? 125,
    MaxGap: usual?.MaxGap ?? 0,
  };
  const initial = { DeviceId: gatewayId, ...common };
  const add = async (body: NewSlaveBody) => {
    await adding.mutateAsync({ body });
    notify.success(t.saved);
    if (onNext && isNext.current) {
      // So that the next is offered the next address.
      await changed();
      onNext(body as SlaveSettings);
      return;
    }
    onClose();
    await changed();
  };
  const form = useSchemaForm(NewSlave, {
    initial,
    add,
    edit:
      present &&
      ((body: Partial<NewSlaveBody>) =>
        save('updateSlave', { body: SlaveChange.parse({ ...body, DeviceModuleId: present.DeviceModuleId }) }, t.saved)),
  });
  const saveAndNext = async () => {
    isNext.current = true;
    await form.submit();
    isNext.current = false;
  };
  const address = Number(Form.useWatch('DeviceAddress', form.antd) ?? common.DeviceAddress);
  const isBeyond = address > standardSlaveAddresses && address <= maxSlaveAddresses;
  return (
    <FormDialog
      form={form}
      title={present ? d.editSlave : d.addSlave}
      width={640}
      onClose={onClose}
      {...(!onNext
        ? {}
        : {
            extraButton: (
              <Button disabled={form.busy} onClick={() => void saveAndNext()}>
                {d.saveAndNext}
              </Button>
            ),
          })}
    >
      <div className="gateway-form">
        <form.Field name="DeviceAddress" label={f.slaveAddress} extra={isBeyond ? f.slaveAddressBeyond : undefined}>
          <NumberField style={{ width: '100%' }} />
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
          <NumberField style={{ width: '100%' }} />
        </form.Field>
        <form.Field name="MaxGap" label={f.maxGap}>
          <NumberField style={{ width: '100%' }} />
        </form.Field>
      </div>
    </FormDialog>
  );
}
