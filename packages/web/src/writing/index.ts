export { OutcomeTag } from './OutcomeTag.tsx';
export { WriteButton } from './WriteButton.tsx';
