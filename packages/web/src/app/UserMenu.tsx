import { UserOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ComponentType, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';
import type { UserMenuListProps } from './UserMenuList.tsx';

const load = () => import('./UserMenuList.tsx').then((m) => m.UserMenuList);
/** While a pointer or the keyboard is on its way to the button; whether it failed is said when it is needed. */
const loadAhead = () => void load().catch(() => undefined);

/** The button with the name of who is signed in. What opens below it is large and loads when somebody goes there. */
export function UserMenu({ compact, onHelp }: { compact: boolean; onHelp: () => void }) {
  const t = useText(text);
  const { user } = useSession();
  const notify = useNotify();
  const [open, setOpen] = useState(false);
  const [List, setList] = useState<ComponentType<UserMenuListProps> | null>(null);
  const name = user.Nickname || user.Account;

  const openFirst = () =>
    load().then((list) => {
      setList(() => list);
      setOpen(true);
    }, notify.failure);

  const button = (
    <Button
      type="text"
      icon={
        user.Avatar ? (
          <img className="user-picture" src={user.Avatar} alt="" width={22} height={22} />
        ) : (
          <UserOutlined />
        )
      }
      aria-label={t.userMenu(name)}
      aria-haspopup="menu"
      aria-expanded={open}
      className="user-button"
      {...(List ? {} : { onClick: () => void openFirst(), onPointerEnter: loadAhead, onFocus: loadAhead })}
    >
      {compact ? null : <span className="user-name">{name}</span>}
    </Button>
  );
  if (!List) return button;
  return (
    <List compact={compact} open={open} onOpenChange={setOpen} onHelp={onHelp}>
      {button}
    </List>
  );
}
