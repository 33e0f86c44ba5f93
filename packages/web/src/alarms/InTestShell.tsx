import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AlarmDetail, type AlarmRow, permissions } from '@watchpost/contract';
import { App, ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { type Session, SessionContext } from '../lib/session.ts';
import { newQueryClient } from '../lib/useCall.ts';

/** A session of one project, for tests of pages without the shell around them. */
export const testSession = (held: readonly number[]): Session => {
  const project = {
    ProjectId: 1,
    ProjectName: 'Store',
    Code: 'S',
    Industry: 1,
    Address: '',
    Latitude: null,
    Longitude: null,
    TimeZone: 'Asia/Shanghai',
    ServiceEnd: null,
    Expired: false,
    AlarmCount: 0,
    AlarmLevel: null,
  };
  return {
    user: {
      UserId: 7,
      Account: 'lin',
      Nickname: 'Lin',
      CompanyName: '',
      Depart: '',
      Mobile: '',
      Email: '',
      Avatar: '',
    },
    company: { CompanyId: 1, CompanyName: 'Cold', Label: '', Industry: 1, Flags: {} },
    companies: [],
    project,
    projects: [project],
    permissions: new Set(held),
    roles: [],
    switchProject: () => {},
    switchCompany: () => {},
  };
};

export const alarmPermissions = [permissions.alarmManage.id, permissions.alarmHandle.id];

/** What a page needs around it, and the address it makes, for tests. */
export function InTestShell({
  children,
  at = '/alarmManage/index',
  held = alarmPermissions,
  queryClient = newQueryClient(),
}: {
  children: ReactNode;
  at?: string;
  held?: readonly number[];
  /** To renew what the page asked for, as a message of the realtime channel would. */
  queryClient?: QueryClient;
}) {
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>
          <MemoryRouter initialEntries={[at]}>
            <SessionContext value={testSession(held)}>{children}</SessionContext>
            <Address />
          </MemoryRouter>
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

const Address = () => <output data-testid="address">{useLocation().search}</output>;

export const testAlarm = (changes: Partial<AlarmRow> = {}): AlarmRow => ({
  Id: 901,
  ProjectId: 1,
  ProjectName: 'Store',
  Mtid: 3,
  MName: 'Freezer 3',
  PointId: null,
  PointName: 'Room temperature',
  Area: null,
  Level: 1,
  AlarmType: 'limit',
  ALARM_DESCRIBE: '−12.4 °C above high limit −15.0 °C for 10 min',
  ALARM_EPOCH: Date.UTC(2026, 10, 21, 1),
  ALARM_EPOCH_CLEARED: null,
  ContinuedTime: 600,
  Status: 0,
  Active: true,
  MaxValue: -12.4,
  LimitValue: -15,
  Unit: '°C',
  Decimals: 1,
  AckedName: null,
  ALARM_EPOCH_ACKED: null,
  FollowUp: null,
  Comment: null,
  CommentName: null,
  COMMENT_TIME: null,
  DetectedLate: false,
  NotifiedCount: 1,
  ...changes,
});

export const testDetail = (changes: Partial<AlarmDetail> = {}): AlarmDetail => ({
  ...testAlarm(),
  StrategyName: 'Freezer temperature',
  ALARM_SETTING: 'High −15.0 °C',
  SuperUpperLimit: null,
  UpperLimit: -15,
  LowerLimit: null,
  SuperLowerLimit: null,
  Value: -12.4,
  Journal: [{ At: Date.UTC(2026, 10, 21, 1), Kind: 'raised', Level: 1, Text: 'Raised, urgent', UserName: null }],
  Notified: [],
  ...changes,
});
