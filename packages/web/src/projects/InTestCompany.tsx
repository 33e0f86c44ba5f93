import { QueryClientProvider } from '@tanstack/react-query';
import type { ProjectRow } from '@watchpost/contract';
import { App, ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { type Session, SessionContext } from '../lib/session.ts';
import { newQueryClient } from '../lib/useCall.ts';

export const testProject = (ProjectId: number, changes: Partial<ProjectRow> = {}): ProjectRow => ({
  ProjectId,
  ProjectName: `Store ${ProjectId}`,
  Code: `S${ProjectId}`,
  Industry: 1,
  Address: '',
  Latitude: null,
  Longitude: null,
  TimeZone: 'Asia/Shanghai',
  ServiceEnd: null,
  Expired: false,
  State: 'valid',
  ParentId: null,
  ProjectLevel: null,
  TagList: [],
  Cover: null,
  AlarmCount: 0,
  AlarmLevel: null,
  ...changes,
});

const testSession = (projects: readonly ProjectRow[], held: readonly number[]): Session => ({
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
  project: projects[0] ?? null,
  projects,
  permissions: new Set(held),
  roles: [],
  switchProject: () => {},
  switchCompany: () => {},
});

/** A company with these projects around a page, and the address it makes, for tests. */
export function InTestCompany({
  children,
  projects,
  at = '/map/index',
  held = [],
}: {
  children: ReactNode;
  projects: readonly ProjectRow[];
  at?: string;
  held?: readonly number[];
}) {
  return (
    <QueryClientProvider client={newQueryClient()}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>
          <MemoryRouter initialEntries={[at]}>
            <SessionContext value={testSession(projects, held)}>{children}</SessionContext>
            <Address />
          </MemoryRouter>
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
