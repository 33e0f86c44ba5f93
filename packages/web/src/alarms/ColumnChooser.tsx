import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useText } from '../lib/defineText.ts';
import { type ColumnName, useHiddenColumns } from './alarmColumns.ts';
import { text } from './text.ts';

/** Which columns the alarm table shows; level, device and actions always. */
export function ColumnChooser() {
  const t = useText(text);
  const [hidden, setHidden] = useHiddenColumns();
  const names: [ColumnName, string][] = [
    ['area', t.area],
    ['reason', t.reason],
    ['raised', t.raised],
    ['lasting', t.lasting],
    ['status', t.status],
    ['confirmedBy', t.confirmedBy],
  ];
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <Checkbox.Group
          className="alarm-columns"
          value={names.map(([name]) => name).filter((name) => !hidden.includes(name))}
          options={names.map(([value, label]) => ({ value, label }))}
          onChange={(shown) => setHidden(names.map(([name]) => name).filter((name) => !shown.includes(name)))}
        />
      }
    >
      <Button icon={<SettingOutlined />} aria-label={t.chooseColumns} title={t.chooseColumns} />
    </Popover>
  );
}
