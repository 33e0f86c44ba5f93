import { deviceEditCalls } from '@watchpost/contract';
import { Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { FormDialog, useSchemaForm } from '../../ui/form/index.ts';
import { useSave } from '../../ui/index.ts';
import type { NamedDevice } from './NamedDevice.ts';
import { manageText } from './text.ts';
import { callsAboutDevices } from './useDevicesChanged.ts';

/** Makes devices like one, under names of their own. */
export function CopyDeviceDialog({
  projectId,
  device,
  onClose,
}: {
  projectId: number;
  device: NamedDevice;
  onClose: () => void;
}) {
  const t = useText(manageText);
  const save = useSave(callsAboutDevices, onClose);
  const form = useSchemaForm(deviceEditCalls.copyModelTree.body, {
    initial: {
      ProjectId: projectId,
      ModelTreeId: device.ModelTreeId,
      ModelTreeNameList: [`${device.ModelTreeName} 2`],
    },
    save: (body) => save('copyModelTree', { body }, ({ ModelTreeIdList }) => t.copied(ModelTreeIdList.length)),
  });
  return (
    <FormDialog form={form} title={t.copyTitle(device.ModelTreeName)} submitText={t.copy} onClose={onClose}>
      <form.Field name="ModelTreeNameList" label={t.copyNames} extra={t.copyHint}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={['\n', ',', '，', ';', '；']} />
      </form.Field>
    </FormDialog>
  );
}
