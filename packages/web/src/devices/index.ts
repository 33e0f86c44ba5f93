/** What other domains show of devices. */
export { MonitorBoardPage } from './MonitorBoardPage.tsx';
export { SubItems } from './manage/SubItems.tsx';
