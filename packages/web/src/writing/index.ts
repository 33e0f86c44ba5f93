export { OutcomeTag } from './OutcomeTag.tsx';
export { ReturnNote } from './ReturnNote.tsx';
export { ValueInput } from './ValueInput.tsx';
export { valueWords } from './valueWords.ts';
export { WriteButton } from './WriteButton.tsx';
