import type { Bilingual, PermissionName } from '@watchpost/contract';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { WarningsTab, warningText } from '../faultWarnings/index.ts';
import { DutyTab, dutyText, PushStatistics, WebhooksTab, webhookText } from '../notifications/index.ts';
import type { AlarmTabProps } from './alarmTabProps.ts';
import { text as healthText } from './health/text.ts';
import { listText } from './listText.ts';
import { text as strategyText } from './strategies/text.ts';
import { text } from './text.ts';

/** One tab of alarm management. */
export interface AlarmTab {
  /** Stands in the address: `?tab=history`; the same for ever, because people keep links. */
  readonly key: string;
  readonly label: Bilingual;
  /** Loaded when the tab is first opened. */
  readonly page: LazyExoticComponent<ComponentType<AlarmTabProps>>;
  /** Holders of one of these see the tab. */
  readonly permission: readonly PermissionName[];
  /** Whether it also stands in the alarms of all projects: for everybody who sees any, or for holders of the permission. */
  readonly ofAllProjects?: 'readers' | 'holders';
}

/** The tabs of /alarmManage/index in their order. The first one opens unless the user was last on another in this window. */
export const alarmTabs: readonly AlarmTab[] = [
  {
    key: 'current',
    label: text.tabCurrent,
    page: lazy(() => import('./AlarmList.tsx').then((m) => ({ default: m.CurrentAlarms }))),
    permission: ['alarmManage'],
    ofAllProjects: 'readers',
  },
  {
    key: 'confirmed',
    label: text.tabConfirmed,
    page: lazy(() => import('./AlarmList.tsx').then((m) => ({ default: m.ConfirmedAlarms }))),
    permission: ['alarmManage'],
    ofAllProjects: 'readers',
  },
  {
    key: 'pending',
    label: listText.tabPending,
    page: lazy(() => import('./AlarmList.tsx').then((m) => ({ default: m.PendingAlarms }))),
    permission: ['alarmManage'],
    ofAllProjects: 'readers',
  },
  {
    key: 'history',
    label: listText.tabPast,
    page: lazy(() => import('./AlarmList.tsx').then((m) => ({ default: m.PastAlarms }))),
    permission: ['alarmManage'],
    ofAllProjects: 'readers',
  },
  {
    key: 'hidden',
    label: listText.tabHidden,
    page: lazy(() => import('./HiddenAlarms.tsx').then((m) => ({ default: m.HiddenAlarms }))),
    permission: ['alarmManage'],
    ofAllProjects: 'holders',
  },
  {
    key: 'warnings',
    label: warningText.tab,
    page: WarningsTab,
    permission: ['alarmManage'],
    ofAllProjects: 'holders',
  },
  {
    key: 'strategy',
    label: strategyText.tab,
    page: lazy(() => import('./strategies/StrategyList.tsx').then((m) => ({ default: m.StrategyList }))),
    permission: ['alarmManage'],
    ofAllProjects: 'holders',
  },
  {
    key: 'health',
    label: healthText.tab,
    page: lazy(() => import('./health/AlarmHealth.tsx').then((m) => ({ default: m.AlarmHealth }))),
    permission: ['alarmManage'],
    ofAllProjects: 'holders',
  },
  {
    key: 'duty',
    label: dutyText.tab,
    page: DutyTab,
    permission: ['alarmManage', 'alarmStrategyEdit'],
  },
  {
    key: 'webhooks',
    label: webhookText.tab,
    page: WebhooksTab,
    permission: ['alarmStrategyEdit', 'companyAlarms'],
  },
  {
    key: 'pushStatistics',
    label: text.tabPushStatistics,
    page: PushStatistics,
    permission: ['alarmPushStatistics'],
  },
];
