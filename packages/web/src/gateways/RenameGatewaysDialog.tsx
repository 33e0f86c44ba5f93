import { gatewayName, serialNumber } from '@watchpost/contract';
import { Input } from 'antd';
import { useMemo } from 'react';
import { z } from 'zod';
import { CallError } from '../lib/CallError.ts';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { listText } from './text.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';

interface Named {
  readonly DeviceId: number;
  readonly DeviceName: string;
  readonly DeviceNo: string;
}

/** What the server says of a place in its list, beside the gateway that stands there. */
const atItsRow = ({ code, message, fields }: CallError, gateways: readonly Named[]): CallError =>
  new CallError(
    code,
    message,
    fields.map(({ Field, Message }) => {
      const [, place] = /^(?:deviceNoList|DeviceList)\.(\d+)/.exec(Field) ?? [];
      const gateway = place === undefined ? undefined : gateways[Number(place)];
      return { Field: gateway ? `g${gateway.DeviceId}` : Field, Message };
    }),
  );

/** Gives gateways other names or serial numbers, one field each. */
export function RenameGatewaysDialog({
  what,
  gateways,
  onClose,
  onDone,
}: {
  what: 'rename' | 'renumber';
  gateways: readonly Named[];
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useText(listText);
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const naming = useCallMutation('updateDevicesName');
  const numbering = useCallMutation('updateDevicesSN');
  const isNames = what === 'rename';
  const schema = useMemo(
    () =>
      z.object(
        Object.fromEntries(gateways.map(({ DeviceId }) => [`g${DeviceId}`, isNames ? gatewayName : serialNumber])),
      ),
    [gateways, isNames],
  );
  const initial = Object.fromEntries(
    gateways.map((each) => [`g${each.DeviceId}`, isNames ? each.DeviceName : each.DeviceNo]),
  );
  const form = useSchemaForm(schema, {
    initial,
    save: async (values) => {
      const typedFor = (id: number): string => String((values as Record<string, unknown>)[`g${id}`]).trim();
      const answer = await (isNames
        ? naming.mutateAsync({
            body: { DeviceList: gateways.map(({ DeviceId }) => ({ DeviceId, DeviceName: typedFor(DeviceId) })) },
          })
        : numbering.mutateAsync({
            query: {
              deviceIdList: gateways.map(({ DeviceId }) => DeviceId),
              deviceNoList: gateways.map(({ DeviceId }) => typedFor(DeviceId)),
            },
          })
      ).catch((error: unknown) => {
        throw error instanceof CallError ? atItsRow(error, gateways) : error;
      });
      notify.success(t.changed(answer.Changed));
      onDone();
      await changed();
    },
  });
  return (
    <FormDialog form={form} title={isNames ? t.renameTitle : t.renumberTitle} onClose={onClose} width={560}>
      {isNames ? null : <p className="gateway-faint">{t.renumberHint}</p>}
      <div className="gateway-batch">
        {gateways.map(({ DeviceId, DeviceName, DeviceNo }) => (
          <form.Field
            key={DeviceId}
            name={`g${DeviceId}` as never}
            label={
              <span>
                {isNames ? DeviceNo : DeviceName} <span className="gateway-faint">{isNames ? '' : DeviceNo}</span>
              </span>
            }
          >
            <Input maxLength={isNames ? 25 : 16} />
          </form.Field>
        ))}
      </div>
    </FormDialog>
  );
}
