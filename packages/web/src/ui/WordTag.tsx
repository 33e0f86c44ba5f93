import './WordTag.css';

/** A state in a word: good, bad, or neither. The word says it; the colour only repeats it. */
export const WordTag = ({ good, words }: { good: boolean | null; words: string }) => (
  <span className={`word-tag ${good === true ? 'word-good' : good === false ? 'word-bad' : ''}`}>{words}</span>
);
