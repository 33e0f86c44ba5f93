import { deviceEditCalls } from '@watchpost/contract';
import { Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useCallMutation } from '../../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../../ui/form/index.ts';
import { useNotify } from '../../ui/index.ts';
import type { NamedDevice } from './NamedDevice.ts';
import { manageText } from './text.ts';
import { useDevicesChanged } from './useDevicesChanged.ts';

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
  const notify = useNotify();
  const changed = useDevicesChanged();
  const copying = useCallMutation('copyModelTree');
  const form = useSchemaForm(deviceEditCalls.copyModelTree.body, {
    initial: {
      ProjectId: projectId,
      ModelTreeId: device.ModelTreeId,
      ModelTreeNameList: [`${device.ModelTreeName} 2`],
    },
    save: async (body) => {
      const { ModelTreeIdList } = await copying.mutateAsync({ body });
      notify.success(t.copied(ModelTreeIdList.length));
      onClose();
      await changed();
    },
  });
  return (
    <FormDialog form={form} title={t.copyTitle(device.ModelTreeName)} submitText={t.copy} onClose={onClose}>
      <form.Field name="ModelTreeNameList" label={t.copyNames} extra={t.copyHint}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={['\n', ',', '，', ';', '；']} />
      </form.Field>
    </FormDialog>
  );
}
