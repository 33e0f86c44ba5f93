import { Drawer } from 'antd';
import { useText } from '../lib/defineText.ts';
import type { MenuEntry } from './buildMenu.ts';
import { Sidebar } from './Sidebar.tsx';
import { text } from './text.ts';

/** The sidebar of a phone: comes over the page and leaves with the choice. */
export function PhoneMenu({ open, menu, onClose }: { open: boolean; menu: readonly MenuEntry[]; onClose: () => void }) {
  const t = useText(text);
  return (
    <Drawer open={open} placement="left" size={260} title={t.brand} onClose={onClose} styles={{ body: { padding: 8 } }}>
      <Sidebar menu={menu} rail={false} onLeave={onClose} />
    </Drawer>
  );
}
