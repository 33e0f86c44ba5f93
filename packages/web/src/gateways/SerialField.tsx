import { serialNumber } from '@watchpost/contract';
import { Button, Input, Space } from 'antd';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useProject } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { fieldText } from './text.ts';

/**
 * A serial number: typed from the label, or a free one for a device that has none. As soon as it is whole it is said whether it is
 * free and, of one of the caller's own, whose it is. Value and change come from the form.
 */
export function SerialField({ value, onChange, ...rest }: { value?: string; onChange?: (value: string) => void }) {
  const f = useText(fieldText);
  const project = useProject();
  const notify = useNotify();
  const rule = useCallMutation('getDeviceNumRule');
  const suggest = async () => {
    try {
      onChange?.((await rule.mutateAsync({ body: { ProjectId: project.ProjectId } })).Suggestion);
    } catch (error) {
      notify.failure(error);
    }
  };
  const typed = serialNumber.safeParse(value ?? '');
  return (
    <>
      <Space.Compact block>
        <Input
          {...rest}
          maxLength={16}
          value={value}
          onChange={(event) => onChange?.(event.target.value.toUpperCase())}
        />
        <Button onClick={() => void suggest()} loading={rule.isPending}>
          {f.suggest}
        </Button>
      </Space.Compact>
      {typed.success ? <Free serial={typed.data} /> : null}
    </>
  );
}

/** Whether nobody has this number yet. */
function Free({ serial }: { serial: string }) {
  const f = useText(fieldText);
  const check = useCall('ckDeviceNo', { query: { deviceNo: serial } }, { scope: 'company' }).data;
  const isTaken = check?.IsFree === false;
  const owner = useCall('verifyDevice', isTaken ? { query: { deviceNo: serial } } : null, { scope: 'company' }).data;
  return (
    <p className={isTaken ? 'gateway-state-bad' : 'gateway-faint'} role="status">
      {!check ? f.checking : check.IsFree ? f.serialFree : check.Message}{' '}
      {owner?.IsKnown && owner.DeviceId !== null ? (
        <>
          <Link to={links.gateway(owner.DeviceId)}>{owner.DeviceName}</Link> · {owner.Message}
        </>
      ) : null}
    </p>
  );
}
