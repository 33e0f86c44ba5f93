import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import type { RowAction } from './ListColumn.ts';
import { text } from './text.ts';

/** What can be done with a row: the inline ones as buttons, the others in a menu. Clicking here does not open the row. */
export function RowActions({ actions, name }: { actions: readonly RowAction[]; name: string }) {
  const t = useText(text);
  const inline = actions.filter((action) => action.inline);
  const others = actions.filter((action) => !action.inline);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Opened by the pointer the menu does not have the focus, and the kit then hears no key; what is heard here goes no further up.
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps what is done here from opening the row
    <span className="list-row-actions" onClick={stop} onKeyDown={stop}>
      {inline.map(({ key, label, fullLabel, busy, danger, disabled, run }) => (
        <Button
          key={key}
          size="small"
          danger={danger === true}
          disabled={disabled === true}
          loading={busy === true}
          aria-label={fullLabel ?? t.actionOn(label, name)}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {others.length > 0 ? (
        <Dropdown
          trigger={['click']}
          open={open}
          onOpenChange={setOpen}
          menu={{
            items: others.map(({ key, label, danger, disabled }) => ({
              key,
              label,
              danger: danger === true,
              disabled: disabled === true,
            })),
            onClick: ({ key }) => others.find((action) => action.key === key)?.run(),
          }}
        >
          <Button ref={button} size="small" type="text" icon={<MoreOutlined />} aria-label={t.actionsOf(name)} />
        </Dropdown>
      ) : null}
    </span>
  );
}

const stop = (event: { stopPropagation(): void }) => event.stopPropagation();
