import './remoteBoot.css';

/** A state in a word: good, bad, or neither. */
export const BootTag = ({ good, words }: { good: boolean | null; words: string }) => (
  <span className={`boot-tag ${good === true ? 'boot-good' : good === false ? 'boot-bad' : ''}`}>{words}</span>
);
