import { PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';

/** A button that asks what to add; the choice is open at once, and gone when it was made or left. */
export function Adding<Value extends string | number>({
  label,
  options,
  onPick,
}: {
  label: string;
  options: { value: Value; label: string }[];
  onPick: (picked: Value) => void;
}) {
  const [asks, ask] = useState(false);
  if (!asks)
    return (
      <Button
        className="dashboard-add"
        type="dashed"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={options.length === 0}
        onClick={() => ask(true)}
      >
        {label}
      </Button>
    );
  return (
    <Select<Value>
      className="dashboard-add dashboard-add-open"
      aria-label={label}
      placeholder={label}
      autoFocus
      defaultOpen
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      onBlur={() => ask(false)}
      onChange={(picked) => {
        ask(false);
        onPick(picked);
      }}
    />
  );
}
