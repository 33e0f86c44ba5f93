import { FullscreenExitOutlined, FullscreenOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual, useLanguage } from '../lib/language.ts';
import { AlarmSound } from './AlarmSound.tsx';
import { MessageCentre } from './MessageCentre.tsx';
import { ProjectSelector } from './ProjectSelector.tsx';
import { type PlatformName, platforms } from './routeTable.ts';
import { text } from './text.ts';
import { UserMenu } from './UserMenu.tsx';
import { useAppearance } from './useAppearance.ts';
import { useFullScreen } from './useFullScreen.ts';

export interface HeaderProps {
  readonly compact: boolean;
  readonly menuOpen: boolean;
  readonly onToggleMenu: () => void;
  readonly onHelp: () => void;
  readonly platform: PlatformName;
  /** First screens of the platforms the user may open; the switch shows from two on. */
  readonly platformPaths: ReadonlyMap<PlatformName, string>;
}

export function Header({ compact, menuOpen, onToggleMenu, onHelp, platform, platformPaths }: HeaderProps) {
  const t = useText(text);
  const inWords = useBilingual();
  const language = useLanguage();
  const fullScreen = useFullScreen();
  const { toggleLanguage } = useAppearance();
  const menuWords = menuOpen ? t.closeMenu : t.openMenu;
  return (
    <header className="header">
      <Button
        type="text"
        icon={menuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        aria-label={menuWords}
        aria-expanded={menuOpen}
        title={menuWords}
        onClick={onToggleMenu}
      />
      <Link to="/" className="brand" aria-label={t.brand}>
        <img src="/favicon.svg" alt="" width={20} height={20} />
        {compact ? null : <span>{t.brand}</span>}
      </Link>
      {platformPaths.size > 1 ? (
        <nav className="platforms" aria-label={t.platforms}>
          {[...platformPaths].map(([name, path]) => (
            <Link key={name} to={path} aria-current={name === platform ? 'page' : undefined}>
              {inWords(platforms[name])}
            </Link>
          ))}
        </nav>
      ) : null}
      <span className="header-space" />
      <ProjectSelector />
      <AlarmSound />
      <MessageCentre />
      {compact ? null : (
        <>
          {fullScreen ? (
            <Button
              type="text"
              icon={fullScreen.on ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
              aria-label={fullScreen.on ? t.leaveFullScreen : t.fullScreen}
              title={fullScreen.on ? t.leaveFullScreen : t.fullScreen}
              onClick={fullScreen.toggle}
            />
          ) : null}
          <Button type="text" lang={language === 'zh' ? 'en' : 'zh-CN'} onClick={toggleLanguage}>
            {t.otherLanguage}
          </Button>
        </>
      )}
      <UserMenu compact={compact} onHelp={onHelp} />
    </header>
  );
}
