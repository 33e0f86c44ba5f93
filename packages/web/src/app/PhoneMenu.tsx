import { Drawer } from 'antd';
import { useText } from '../lib/defineText.ts';
import type { MenuGroup } from './buildMenu.ts';
import { PlatformSwitch, type PlatformSwitchProps } from './PlatformSwitch.tsx';
import { Sidebar } from './Sidebar.tsx';
import { text } from './text.ts';

/** The sidebar of a phone, below the platforms: comes over the page and leaves with the choice. */
export function PhoneMenu({
  open,
  menu,
  platform,
  platformPaths,
  onClose,
}: {
  open: boolean;
  menu: readonly MenuGroup[];
  onClose: () => void;
} & Pick<PlatformSwitchProps, 'platform' | 'platformPaths'>) {
  const t = useText(text);
  return (
    <Drawer open={open} placement="left" size={260} title={t.brand} onClose={onClose} styles={{ body: { padding: 8 } }}>
      <PlatformSwitch platform={platform} platformPaths={platformPaths} onLeave={onClose} />
      <Sidebar menu={menu} rail={false} onLeave={onClose} />
    </Drawer>
  );
}
