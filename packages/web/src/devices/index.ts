/** What other domains show of devices. */
export { SubItems } from './manage/SubItems.tsx';
