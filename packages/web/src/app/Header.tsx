import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { useFullScreen } from '../lib/useFullScreen.ts';
import { AlarmSound } from './AlarmSound.tsx';
import { MessageCentre } from './MessageCentre.tsx';
import { PlatformSwitch, type PlatformSwitchProps } from './PlatformSwitch.tsx';
import { ProjectSelector } from './ProjectSelector.tsx';
import { paletteText, text } from './text.ts';
import { UserMenu } from './UserMenu.tsx';
import { useAppearance } from './useAppearance.ts';

export interface HeaderProps extends Pick<PlatformSwitchProps, 'platform' | 'platformPaths'> {
  readonly compact: boolean;
  readonly menuOpen: boolean;
  readonly onToggleMenu: () => void;
  readonly onHelp: () => void;
  readonly onSearch: () => void;
}

export function Header({ compact, menuOpen, onToggleMenu, onHelp, onSearch, platform, platformPaths }: HeaderProps) {
  const t = useText(text);
  const { goTo } = useText(paletteText);
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
      {compact ? null : <PlatformSwitch platform={platform} platformPaths={platformPaths} />}
      <span className="header-space" />
      {compact ? null : (
        <Button type="text" icon={<SearchOutlined />} aria-label={goTo} title={`${goTo} (Ctrl K)`} onClick={onSearch} />
      )}
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
