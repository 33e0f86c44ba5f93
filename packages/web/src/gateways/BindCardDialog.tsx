import { gatewayCardCalls } from '@watchpost/contract';
import { Input } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { fieldText, listText } from './text.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';

/** Binds a communication card to a gateway. */
export function BindCardDialog({
  gateway,
  onClose,
}: {
  gateway: { readonly DeviceId: number; readonly DeviceName: string };
  onClose: () => void;
}) {
  const t = useText(listText);
  const f = useText(fieldText);
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const binding = useCallMutation('deviceBindICCID');
  const form = useSchemaForm(gatewayCardCalls.deviceBindICCID.query, {
    initial: { deviceId: gateway.DeviceId, ICCID: '' },
    save: async (query) => {
      await binding.mutateAsync({ query });
      notify.success(t.bound);
      onClose();
      await changed();
    },
  });
  return (
    <FormDialog form={form} title={t.bindTitle(gateway.DeviceName)} submitText={t.bindCard} onClose={onClose}>
      <form.Field name="ICCID" label={f.cardNumber} extra={f.cardHint}>
        <Input maxLength={20} inputMode="numeric" />
      </form.Field>
    </FormDialog>
  );
}
