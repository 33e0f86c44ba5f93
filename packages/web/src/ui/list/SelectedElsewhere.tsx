import { CloseOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import type { Key } from 'react';
import { useText } from '../../lib/defineText.ts';
import { text } from './text.ts';
import type { Selection } from './useSelection.ts';

/** Selected rows that this page does not show, each to be taken out: what nobody sees nobody can untick. */
export function SelectedElsewhere<Row>({
  selection: { elsewhere, keys, select },
  keyOf,
  nameOf,
}: {
  selection: Selection<Row>;
  keyOf: (row: Row) => Key;
  nameOf: (row: Row) => string;
}) {
  const t = useText(text);
  if (elsewhere.length === 0) return null;
  return (
    <Popover
      trigger="click"
      content={
        <ul className="list-elsewhere">
          {elsewhere.map((row) => (
            <li key={keyOf(row)}>
              {nameOf(row)}
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden />}
                aria-label={t.unselect(nameOf(row))}
                onClick={() => select(keys.filter((key) => key !== keyOf(row)))}
              />
            </li>
          ))}
        </ul>
      }
    >
      <Button type="link" size="small">
        {t.selectedElsewhere(elsewhere.length)}
      </Button>
    </Popover>
  );
}
