import { type CallName, type PermissionName, permissions } from '@watchpost/contract';
import type { ReactNode } from 'react';
import type { Session } from '../lib/session.ts';
import { type FakeCalls, fakeApi } from './fakeApi.ts';
import { InTestShell } from './InTestShell.tsx';
import { render } from './render.tsx';
import { testSession } from './session.ts';

/**
 * Shows a page, or a part of one, to somebody who is signed in. Call `pagesInEnglish()` at the top of the file.
 *
 * @param answers of the calls that it makes; lists have no kept columns and views unless these say so
 * @param held permissions of the person; `session` says more
 * @param at the address
 */
export async function showPage(
  page: ReactNode,
  {
    answers = {},
    held = [],
    at = '/',
    session = testSession({ held: held.map((name) => permissions[name].id) }),
  }: {
    readonly answers?: FakeCalls;
    readonly held?: readonly PermissionName[];
    readonly at?: string;
    readonly session?: Session;
  } = {},
) {
  const api = fakeApi({
    getTableField: () => ({ ForeignId: 0, TableType: 'test', Field: null }),
    getTableViews: () => [],
    ...answers,
  });
  await render(
    <InTestShell at={at} session={session}>
      {page}
    </InTestShell>,
  );
  return {
    ...api,
    /** What the page sent with this call, the last time. */
    bodyOf: (name: CallName) => api.requests[api.received.lastIndexOf(name)]?.body,
  };
}

/** All text of the page. */
export const said = (): string => document.body.textContent ?? '';
