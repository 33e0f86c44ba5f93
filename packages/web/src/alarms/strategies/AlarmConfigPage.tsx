import { StrategyList } from './StrategyList.tsx';

/** The alarm strategies of all projects of the company, to be opened and closed together. Route /alarmConfig. */
export const AlarmConfigPage = () => <StrategyList projectId={null} />;
