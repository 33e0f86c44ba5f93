import { alarmLevels, type InvitedAccess } from '@watchpost/contract';
import { Checkbox, Radio, Select } from 'antd';
import { useId } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { Refused, SeverityMark } from '../ui/index.ts';
import { accessText } from './accessText.ts';
import './DataAccessDialog.css';

/** Of these devices, and of alarms of every level. */
export const accessTo = (projectId: number, deviceIds: readonly number[]): InvitedAccess => ({
  SubareaId: projectId,
  DeviceMode: 'listed',
  ReadWrite: 'read',
  DeviceIdList: [...deviceIds],
  AlarmLevelList: [...alarmLevels],
});

/** What an invited person will see of one project. A field: its value is a list of one, or of none for everything. */
export function ProjectAccessField({
  projectId,
  value = [],
  onChange,
}: {
  projectId: number;
  value?: readonly InvitedAccess[];
  onChange?: (value: InvitedAccess[]) => void;
}) {
  const t = useText(accessText);
  const id = useId();
  const { user } = useSession();
  // One sees oneself the devices that one may show to others.
  const own = useCall('getUserModel', { query: { projectId, userId: user.UserId } }, { scope: 'company' });
  const access = value[0] ?? {
    ...accessTo(projectId, []),
    ...{ DeviceMode: 'all' as const, ReadWrite: 'readWrite' as const },
  };
  const change = (part: Partial<InvitedAccess>) => {
    const next = { ...access, ...part };
    const isAll = next.DeviceMode === 'all' && next.ReadWrite === 'readWrite';
    onChange?.(isAll && next.AlarmLevelList.length === alarmLevels.length ? [] : [next]);
  };
  return (
    <div className="invite-access">
      <Radio.Group
        aria-label={t.devices}
        value={access.DeviceMode}
        onChange={({ target }) =>
          change(
            target.value === 'all'
              ? { DeviceMode: 'all', ReadWrite: 'readWrite' }
              : { DeviceMode: 'listed', ReadWrite: 'read' },
          )
        }
        options={[
          { value: 'all', label: t.allDevices },
          { value: 'listed', label: t.listedDevices },
        ]}
      />
      {access.DeviceMode === 'listed' ? (
        <>
          <Select
            mode="multiple"
            aria-label={t.devices}
            placeholder={t.searchDevices}
            maxTagCount={6}
            loading={own.isPending}
            showSearch={{ filterOption: (text, option) => option?.found.includes(text.trim().toLowerCase()) ?? false }}
            value={[...access.DeviceIdList]}
            options={(own.data?.ModelTreeList ?? []).map(({ ModelTreeId, ModelTreeName, AreaName }) => ({
              value: ModelTreeId,
              label: ModelTreeName,
              found: `${ModelTreeName} ${AreaName}`.toLowerCase(),
            }))}
            onChange={(DeviceIdList: number[]) => change({ DeviceIdList })}
          />
          <Refused error={own.error} />
          {access.DeviceIdList.length === 0 ? <p className="access-hint">{t.nothingListed}</p> : null}
          <Checkbox
            checked={access.ReadWrite === 'readWrite'}
            onChange={({ target }) => change({ ReadWrite: target.checked ? 'readWrite' : 'read' })}
          >
            {t.mayWrite}
          </Checkbox>
        </>
      ) : null}
      <span id={`${id}levels`} className="invite-access-levels">
        {t.levels}
      </span>
      <Checkbox.Group
        aria-labelledby={`${id}levels`}
        value={[...access.AlarmLevelList]}
        onChange={(next) => change({ AlarmLevelList: alarmLevels.filter((level) => next.includes(level)) })}
        options={alarmLevels.map((level) => ({
          value: level,
          label: <SeverityMark level={level} variant="word" size={12} />,
        }))}
      />
      {access.AlarmLevelList.length === 0 ? <p className="access-hint">{t.noLevels}</p> : null}
    </div>
  );
}
