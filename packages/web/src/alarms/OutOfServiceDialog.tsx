import { OutOfServiceForm } from '@watchpost/contract';
import { Form, Input, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField } from '../ui/days/index.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import './AlarmDialog.css';
import { shelfText } from './listText.ts';
import { callsAboutAlarms } from './useAlarmChanges.ts';
import { useDeviceChoices } from './useDeviceChoices.ts';

const schema = OutOfServiceForm.required({ DeviceId: true });

/** Takes a device, or one of its points, out of service until somebody puts it back. */
export function OutOfServiceDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const s = useText(shelfText);
  const devices = useDeviceChoices(projectId);
  const save = useSave(callsAboutAlarms, onClose);
  const form = useSchemaForm(schema, {
    initial: { Reason: '' },
    save: async (body) => {
      const { DeviceId, PointId, ...rest } = body;
      await save('setOutOfService', { body: { ...rest, ...(PointId ? { PointId } : { DeviceId }) } });
    },
  });
  const deviceId = Form.useWatch('DeviceId', { form: form.antd, preserve: true }) as number | undefined;
  const points = useCall(
    'getAlarmStrategyPoints',
    deviceId === undefined
      ? null
      : { body: { ProjectId: projectId, ModelTreeIdList: [deviceId], PageIndex: 1, PageSize: 500 } },
    { staleTime: 60_000 },
  );
  return (
    <FormDialog form={form} title={s.outOfService} onClose={onClose}>
      <p className="alarm-rule">{s.outOfServiceHint}</p>
      <form.Field name="DeviceId" label={s.device}>
        <Select
          loading={devices === undefined}
          options={[...(devices ?? [])]}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={() => form.antd.setFieldValue('PointId', undefined)}
        />
      </form.Field>
      <form.Field name="PointId" label={s.point}>
        <Select
          allowClear
          placeholder={s.wholeDevice}
          loading={points.isFetching}
          disabled={deviceId === undefined}
          options={(points.data?.Data ?? []).map(({ PointId, PointName }) => ({ value: PointId, label: PointName }))}
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
