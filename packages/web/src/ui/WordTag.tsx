import './WordTag.css';

/** A state in a word: good, bad, good but not for long, or none of these. The word says it; the colour only repeats it. */
export const WordTag = ({ good, words }: { good: boolean | 'notForLong' | null; words: string }) => (
  <span
    className={`word-tag ${good === true ? 'word-good' : good === false ? 'word-bad' : good === null ? '' : 'word-soon'}`}
  >
    {words}
  </span>
);
