import { Radio, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useCall } from '../../lib/useCall.ts';
import { ConfirmDialog } from '../../ui/form/index.ts';
import { useSave } from '../../ui/index.ts';
import type { NamedDevice } from './NamedDevice.ts';
import { manageText } from './text.ts';
import { callsAboutDevices } from './useDevicesChanged.ts';

/**
 * Makes one device of several: of those handed in one is chosen to stay; for a single one, others are picked to be merged into it.
 * The server wants proof of identity, for which the client asks.
 */
export function MergeDialog({
  projectId,
  devices,
  onClose,
  onDone,
}: {
  projectId: number;
  devices: readonly NamedDevice[];
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useText(manageText);
  const save = useSave(callsAboutDevices, onDone);
  const single = devices.length === 1 ? devices[0] : undefined;
  const [keptId, setKeptId] = useState(devices[0]?.ModelTreeId);
  const [picked, setPicked] = useState<number[]>([]);
  const [text, setText] = useState('');
  const others = useCall(
    'getModelPage',
    single ? { body: { ProjectId: projectId, ModelTreeName: text, PageSize: 1 } } : null,
    { placeholderData: (before) => before },
  ).data?.ModelTreeDropdown;
  const otherIds = single
    ? picked
    : devices.map(({ ModelTreeId }) => ModelTreeId).filter((deviceId) => deviceId !== keptId);
  const start = async () => {
    if (keptId === undefined) return;
    await save(
      'mergeModelTree',
      {
        body: { ProjectId: projectId, ModelTreeId: keptId, MergeModelTreeIdList: otherIds },
      },
      ({ Points }) => t.merged(Points),
    );
  };
  return (
    <ConfirmDialog
      title={single ? t.mergeInto(single.ModelTreeName) : t.mergeTitle(devices.length)}
      ok={t.merge}
      disabled={otherIds.length === 0}
      act={start}
      onClose={onClose}
    >
      <p style={{ marginBottom: 12 }}>{t.mergeHint}</p>
      {single ? (
        <Select
          mode="multiple"
          style={{ width: '100%' }}
          aria-label={t.mergeThese}
          placeholder={t.mergeThese}
          showSearch={{ filterOption: false, onSearch: setText }}
          value={picked}
          onChange={setPicked}
          options={(others ?? [])
            .filter(({ Key }) => Key !== single.ModelTreeId)
            .map(({ Key, Value }) => ({ value: Key, label: Value }))}
        />
      ) : (
        <Radio.Group
          aria-label={t.keep}
          vertical
          value={keptId}
          onChange={({ target }) => setKeptId(target.value as number)}
          options={devices.map(({ ModelTreeId, ModelTreeName }) => ({ value: ModelTreeId, label: ModelTreeName }))}
        />
      )}
    </ConfirmDialog>
  );
}
