import './scheduling.css';

/** Whether something is in force, or how something ended: good, bad, or neither. */
export const StateTag = ({ on, words }: { on: boolean | null; words: string }) => (
  <span className={`schedule-tag ${on === true ? 'schedule-good' : on === false ? 'schedule-bad' : ''}`}>{words}</span>
);
