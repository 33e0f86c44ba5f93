import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useText } from '../../lib/defineText.ts';
import type { ListColumn } from './ListColumn.ts';
import { text } from './text.ts';
import { inOrder, isShown, type ListColumns, usualColumns } from './useListColumns.ts';

/** Which columns the table shows and in which order. */
export function ColumnChooser<Row>({ columns }: { columns: ListColumns<Row> }) {
  const t = useText(text);
  const { all, choice, choose } = columns;

  const toggle = ({ key, usuallyHidden }: ListColumn<Row>, wanted: boolean) => {
    const without = (keys: readonly string[]) => keys.filter((each) => each !== key);
    choose((present) => ({
      ...present,
      shown: wanted && usuallyHidden ? [...without(present.shown), key] : without(present.shown),
      hidden: wanted || usuallyHidden ? without(present.hidden) : [...without(present.hidden), key],
    }));
  };
  const move = ({ key }: ListColumn<Row>, step: number) =>
    choose((present) => {
      const order = inOrder(all, present.order).map((column) => column.key);
      const index = order.indexOf(key);
      order.splice(index, 1);
      order.splice(Math.max(0, index + step), 0, key);
      return { ...present, order };
    });

  const content = (
    <div className="list-columns">
      <ul aria-label={t.chooseColumns}>
        {all.map((column, index) => (
          <li key={column.key}>
            <Checkbox
              checked={isShown(column, choice)}
              disabled={column.always === true}
              onChange={(event) => toggle(column, event.target.checked)}
            >
              {column.title}
            </Checkbox>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={t.columnUp(column.title)}
              disabled={index === 0}
              onClick={() => move(column, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={t.columnDown(column.title)}
              disabled={index === all.length - 1}
              onClick={() => move(column, 1)}
            />
          </li>
        ))}
      </ul>
      <Button type="link" size="small" onClick={() => choose(() => usualColumns)}>
        {t.usualColumns}
      </Button>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" arrow={false} content={content}>
      <Button icon={<SettingOutlined />} aria-label={t.chooseColumns} title={t.chooseColumns} />
    </Popover>
  );
}
