import { type RepairStatus, repairStatusWords } from '@watchpost/contract';
import { useBilingual } from '../lib/language.ts';
import './repair.css';
import { statusNames } from './repairWords.ts';

/** Where an order stands; by word, tinted only where somebody has to act. */
export function StatusTag({ status }: { status: RepairStatus }) {
  const inWords = useBilingual();
  return (
    <span className={`repair-status repair-status-${statusNames[status]}`}>{inWords(repairStatusWords[status])}</span>
  );
}
