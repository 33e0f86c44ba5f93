import { Button, Input, Space } from 'antd';
import { useEffect, useRef } from 'react';
import { useText } from '../lib/defineText.ts';
import { useProject } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { fieldText } from './text.ts';

interface Props {
  /** One is made up at once. */
  isNew: boolean;
  value?: string;
  onChange?: (value: string) => void;
}

/** What a DTU says when it dials in: made up, or typed. Value and change come from the form. */
export function RegistrationField({ isNew, value, onChange, ...rest }: Props) {
  const f = useText(fieldText);
  const project = useProject();
  const notify = useNotify();
  const rule = useCallMutation('getDeviceNumRule');
  const generate = async () => {
    try {
      onChange?.((await rule.mutateAsync({ body: { ProjectId: project.ProjectId, Length: '16' } })).Suggestion);
    } catch (error) {
      notify.failure(error);
    }
  };
  const isMade = useRef(!isNew);
  useEffect(() => {
    if (isMade.current) return;
    isMade.current = true;
    void generate();
  });
  return (
    <Space.Compact block>
      <Input
        {...rest}
        maxLength={40}
        value={value}
        onChange={(event) => onChange?.(event.target.value.toUpperCase())}
      />
      <Button onClick={() => void generate()} loading={rule.isPending}>
        {f.generate}
      </Button>
    </Space.Compact>
  );
}
