import { holdsAny } from '@watchpost/contract';
import { Tabs } from 'antd';
import { Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { ListSkeleton } from '../ui/index.ts';
import { AlarmDetailDialog } from './AlarmDetailDialog.tsx';
import './AlarmTabs.css';
import type { AlarmTabProps } from './alarmTabProps.ts';
import { type AlarmTab, alarmTabs } from './tabs.ts';
import { text } from './text.ts';
import { useAlarmInAddress } from './useAlarmInAddress.ts';

/** Of this browser window alone: a new window starts with what is wrong now. */
const lastTab = 'watchpost.alarms.tab';

/** What an address may say without saying which tab it means: an alarm opens on any of them. */
const saysNoTab = new Set(['alarm', 'project']);

/**
 * Alarm management: one tab each for the alarms, for who was notified, and for what raises them. The tab stands in the address;
 * an address that names none opens the one the user was last on in this window, else the first. Each tab keeps its filters while
 * the page is open.
 */
export function AlarmTabs({ projectId }: AlarmTabProps) {
  const t = useText(text);
  const inWords = useBilingual();
  const { permissions } = useSession();
  const tabs = alarmTabs.filter(
    ({ permission, ofAllProjects }) =>
      (projectId === null && ofAllProjects === 'readers') ||
      ((projectId !== null || ofAllProjects !== undefined) && holdsAny(permissions, permission)),
  );
  const [tab, choose] = useTabInAddress(tabs);
  const [opened, open] = useAlarmInAddress();
  return (
    <>
      <Tabs
        className="alarm-tabs"
        activeKey={tab?.key ?? ''}
        aria-label={t.tabs}
        destroyOnHidden
        onChange={choose}
        items={tabs.map(({ key, label, page: Page }) => ({
          key,
          label: inWords(label),
          children:
            key === tab?.key ? (
              <Suspense fallback={<ListSkeleton rows={8} />}>
                <Page projectId={projectId} />
              </Suspense>
            ) : null,
        }))}
      />
      <AlarmDetailDialog alarmId={opened} onClose={() => open(null)} />
    </>
  );
}

function useTabInAddress(tabs: readonly AlarmTab[]): [AlarmTab | undefined, (key: string) => void] {
  const [params, setParams] = useSearchParams();
  const named = params.get('tab');
  const isOpen = named === null && [...params.keys()].every((name) => saysNoTab.has(name));
  const wanted = isOpen ? sessionStorage.getItem(lastTab) : named;
  const tab = tabs.find(({ key }) => key === wanted) ?? tabs[0];
  /** The filters of each tab as they were left; those of one mean nothing to another. */
  const left = useRef(new Map<string, string>());

  useEffect(() => {
    // From here on the address says it: a filter that is set now belongs to this tab.
    if (!isOpen || tab === undefined || tab === tabs[0]) return;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('tab', tab.key);
        return next;
      },
      { replace: true },
    );
  });

  const choose = (key: string) => {
    if (tab) left.current.set(tab.key, params.toString());
    const next = new URLSearchParams(left.current.get(key));
    next.set('tab', key);
    next.delete('alarm');
    setParams(next);
    sessionStorage.setItem(lastTab, key);
  };
  return [tab, choose];
}
