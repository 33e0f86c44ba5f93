import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { HiddenList } from './AlarmList.tsx';
import type { AlarmTabProps } from './alarmTabProps.ts';
import { shelfText } from './listText.ts';
import { ShelfList } from './ShelfList.tsx';

/** What is not shown now, and what hides it: shelving, out of service, maintenance windows in force and to come. */
export function HiddenAlarms({ projectId }: AlarmTabProps) {
  const s = useText(shelfText);
  const [params, setParams] = useSearchParams();
  const shown = params.get('show') === 'shelves' ? 'shelves' : 'alarms';
  return (
    <>
      <Segmented
        aria-label={s.hiddenAlarms}
        className="alarm-hidden-switch"
        value={shown}
        options={[
          { value: 'alarms', label: s.hiddenAlarms },
          { value: 'shelves', label: s.whatHides },
        ]}
        onChange={(next) => setParams(next === 'shelves' ? { tab: 'hidden', show: next } : { tab: 'hidden' })}
      />
      {shown === 'shelves' ? <ShelfList projectId={projectId} /> : <HiddenList projectId={projectId} />}
    </>
  );
}
