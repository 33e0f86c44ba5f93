import { gatewayCardCalls } from '@watchpost/contract';
import { Input } from 'antd';
import { useText } from '../lib/defineText.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { fieldText, listText } from './text.ts';
import { callsAboutGateways } from './useGatewaysChanged.ts';

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
  const save = useSave(callsAboutGateways, onClose);
  const form = useSchemaForm(gatewayCardCalls.deviceBindICCID.query, {
    initial: { deviceId: gateway.DeviceId, ICCID: '' },
    save: (query) => save('deviceBindICCID', { query }, t.bound),
  });
  return (
    <FormDialog form={form} title={t.bindTitle(gateway.DeviceName)} submitText={t.bindCard} onClose={onClose}>
      <form.Field name="ICCID" label={f.cardNumber} extra={f.cardHint}>
        <Input maxLength={20} inputMode="numeric" />
      </form.Field>
    </FormDialog>
  );
}
