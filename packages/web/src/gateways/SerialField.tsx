import { Button, Input, Space } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useProject } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { fieldText } from './text.ts';

/** A serial number: typed from the label, or a free one for a device that has none. Value and change come from the form. */
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
  return (
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
  );
}
