import { type WaybillStatus, waybillStatusWords } from '@watchpost/contract';
import { useBilingual } from '../lib/language.ts';
import './transport.css';

const tones: Readonly<Record<WaybillStatus, string>> = {
  0: '',
  1: 'transport-tag-active',
  2: 'transport-tag-active',
  3: 'transport-tag-good',
  4: 'transport-tag-bad',
  5: '',
};

export function WaybillStatusTag({ status }: { status: number }) {
  const inWords = useBilingual();
  const known = status as WaybillStatus;
  return <span className={`transport-tag ${tones[known]}`}>{inWords(waybillStatusWords[known])}</span>;
}
