import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { type Session, SessionContext } from '../lib/session.ts';
import { newQueryClient } from '../lib/useCall.ts';
import { testSession } from './session.ts';

/** What a page needs around it, and the address it makes (`data-testid="address"`), for tests. */
export function InTestShell({
  children,
  at = '/',
  session = testSession(),
  queryClient = newQueryClient(),
}: {
  children: ReactNode;
  at?: string;
  session?: Session;
  /** To renew what the page asked for, as a message of the realtime channel would. */
  queryClient?: QueryClient;
}) {
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>
          <MemoryRouter initialEntries={[at]}>
            <SessionContext value={session}>{children}</SessionContext>
            <Address />
          </MemoryRouter>
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return (
    <>
      <output data-testid="address">{search}</output>
      <output data-testid="path">{pathname}</output>
    </>
  );
}
