import { UserOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { logOut } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { type ThemeChoice, useThemeChoice } from '../lib/theme.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';
import { useAppearance } from './useAppearance.ts';

const themes: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** Who is signed in, his companies when there are several, how the product looks, and the way out. */
export function UserMenu({ compact, onHelp }: { compact: boolean; onHelp: () => void }) {
  const t = useText(text);
  const { user, company, companies, switchCompany } = useSession();
  const notify = useNotify();
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
            label: t.company,
            children: companies.map((each) => ({
              key: `company:${each.CompanyId}`,
              label: each.CompanyName,
              onClick: () => switchCompany(each.CompanyId),
            })),
          },
        ]
      : []),
    {
      key: 'theme',
      label: t.theme,
      children: themes.map((each) => ({ key: `theme:${each}`, label: t[each], onClick: () => setTheme(each) })),
    },
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
      menu={{ items, selectedKeys: [`company:${company.CompanyId}`, `theme:${theme}`] }}
    >
      <Button type="text" icon={<UserOutlined />} aria-label={t.userMenu(name)} className="user-button">
        {compact ? null : <span className="user-name">{name}</span>}
      </Button>
    </Dropdown>
  );
}
