export { OutcomeTag } from './OutcomeTag.tsx';
export { valueWords } from './valueWords.ts';
export { WriteButton } from './WriteButton.tsx';
