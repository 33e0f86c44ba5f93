import { Modal } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useObservable } from '../lib/ObservableValue.ts';
import { activeHotkeys } from '../ui/useHotkeys.ts';
import { paletteText, text } from './text.ts';

/** What the keys do on this screen. */
export function HotkeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText(text);
  const { goTo } = useText(paletteText);
  const inWords = useBilingual();
  const hotkeys = useObservable(activeHotkeys);
  return (
    <Modal open={open} title={t.keyboard} footer={null} width={420} onCancel={onClose}>
      <dl className="hotkeys">
        <div>
          <dt>
            <kbd>Ctrl</kbd>
            <kbd>K</kbd>
          </dt>
          <dd>{goTo}</dd>
        </div>
        {hotkeys.map((hotkey) => (
          <div key={`${hotkey.keys}:${hotkey.what.en}`}>
            <dt>
              {hotkey.keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{inWords(hotkey.what)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
