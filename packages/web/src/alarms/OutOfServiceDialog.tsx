import { useQueryClient } from '@tanstack/react-query';
import { OutOfServiceForm } from '@watchpost/contract';
import { Input, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { DayField } from '../projects/index.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import './AlarmDialog.css';
import { shelfText } from './listText.ts';
import { refreshAlarms } from './useAlarmChanges.ts';
import { useDeviceChoices } from './useDeviceChoices.ts';

const schema = OutOfServiceForm.required({ DeviceId: true }).omit({ PointId: true });

/** Takes a device out of service until somebody puts it back. */
export function OutOfServiceDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const s = useText(shelfText);
  const queryClient = useQueryClient();
  const devices = useDeviceChoices(projectId);
  const send = useCallMutation('setOutOfService', { onSettled: () => void refreshAlarms(queryClient) });
  const form = useSchemaForm(schema, {
    initial: { Reason: '' },
    save: async (body) => {
      await send.mutateAsync({ body });
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={s.outOfService} onClose={onClose}>
      <p className="alarm-rule">{s.outOfServiceHint}</p>
      <form.Field name="DeviceId" label={s.device}>
        <Select
          loading={devices === undefined}
          options={[...(devices ?? [])]}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </form.Field>
      <form.Field name="ReviewDate" label={s.reviewDate}>
        <DayField />
      </form.Field>
      <form.Field name="Reason" label={s.reason}>
        <Input maxLength={200} placeholder={s.reasonHint} />
      </form.Field>
    </FormDialog>
  );
}
