import { PushStatistics } from './PushStatistics.tsx';

/** The statistics as a page of their own. Route /alarmManage/alarmPushStatistical. */
export const PushStatisticsPage = () => (
  <div className="page">
    <PushStatistics />
  </div>
);
