import { CheckOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { logOut } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useSession } from '../lib/session.ts';
import { type ThemeChoice, useThemeChoice } from '../lib/theme.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';
import { useAppearance } from './useAppearance.ts';

const themes: readonly ThemeChoice[] = ['light', 'dark', 'system'];

export interface UserMenuListProps {
  readonly compact: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onHelp: () => void;
  /** The button that it hangs on. */
  readonly children: ReactNode;
}

type MenuItem = NonNullable<MenuProps['items']>[number];

/** One of several, as a person sees it and as a screen reader says it. */
const choice = (key: string, label: string, chosen: boolean, choose: () => void): MenuItem => ({
  key,
  label,
  icon: chosen ? <CheckOutlined /> : <span className="menu-unchosen" />,
  // Handed on to the element by the kit, whose types do not know them.
  ...{ role: 'menuitemradio', 'aria-checked': chosen },
  onClick: choose,
});

/**
 * The user's name, companies if there are several, language and theme, and logout. All in one list: a submenu is easily missed by
 * the pointer and has no room on a phone.
 */
export function UserMenuList({ compact, open, onOpenChange, onHelp, children }: UserMenuListProps) {
  const t = useText(text);
  const { user, company, companies, switchCompany } = useSession();
  const notify = useNotify();
  const navigate = useNavigate();
  const theme = useThemeChoice();
  const { setTheme, toggleLanguage } = useAppearance();
  const name = user.Nickname || user.Account;

  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <span className="user-who">
          <strong>{name}</strong>
          <span>{company.CompanyName}</span>
        </span>
      ),
    },
    ...(companies.length > 1
      ? [
          {
            key: 'companies',
            type: 'group' as const,
            label: t.company,
            children: companies.map(({ CompanyId, CompanyName }) =>
              choice(`company:${CompanyId}`, CompanyName, CompanyId === company.CompanyId, () =>
                switchCompany(CompanyId),
              ),
            ),
          },
        ]
      : []),
    {
      key: 'theme',
      type: 'group',
      label: t.theme,
      children: themes.map((each) => choice(`theme:${each}`, t[each], each === theme, () => setTheme(each))),
    },
    { type: 'divider' },
    { key: 'downloads', label: t.downloads, onClick: () => navigate(links.downloads) },
    { key: 'profile', label: t.profile, onClick: () => navigate(links.profile) },
    ...(compact
      ? [{ key: 'language', label: t.otherLanguage, onClick: toggleLanguage }]
      : [{ key: 'help', label: t.keyboard, extra: '?', onClick: onHelp }]),
    { type: 'divider' },
    { key: 'logOut', label: t.logOut, onClick: () => void logOut().catch(notify.failure) },
  ];

  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      placement="bottomRight"
      open={open}
      onOpenChange={onOpenChange}
      menu={{ items, selectable: false }}
    >
      {children}
    </Dropdown>
  );
}
