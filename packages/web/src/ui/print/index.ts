/** Sheets of paper of what a screen shows. */
export { PrintButton } from './PrintButton.tsx';
export { PrintedDevices } from './PrintedDevices.tsx';
export { PrintSheet, sizeOnPaper } from './PrintSheet.tsx';
