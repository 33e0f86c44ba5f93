import type { TariffVersionRow } from '@watchpost/contract';
import { Modal } from 'antd';
import { useText } from '../lib/defineText.ts';
import { colon } from '../lib/punctuation.ts';
import { TariffTrial } from './TariffTrial.tsx';
import { setUpText } from './text.ts';

/** A version of a tariff, in force or not, on the months of this project. */
export function TariffTrialDialog({
  title,
  version,
  onClose,
}: {
  title: string;
  version: TariffVersionRow;
  onClose: () => void;
}) {
  const t = useText(setUpText);
  return (
    <Modal open title={`${t.trial}${colon()}${title}`} width={720} footer={null} onCancel={onClose}>
      <TariffTrial tariff={() => version} />
    </Modal>
  );
}
