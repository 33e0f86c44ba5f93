import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { CallError, freshToken, logOut } from '../lib/client.ts';
import { projectTimeZone } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { storedLanguage, switchLanguage } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { getPlace, setPlace, usePlace } from '../lib/place.ts';
import { getPreference, loadPreferences, parsePreferences, setPreference } from '../lib/preferences.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { AccountContext, type Session, SessionContext } from '../lib/session.ts';
import { chooseTheme } from '../lib/theme.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, Starting } from '../ui/index.ts';
import { text } from './text.ts';
import { useFreshLists } from './useFreshLists.ts';
import { useFreshRights } from './useFreshRights.ts';
import { useToldOfLostPlace } from './useToldOfLostPlace.tsx';
import { WithoutCompany } from './WithoutCompany.tsx';

/**
 * Shows its children inside a session: signs in by the refresh cookie where this tab has no token, loads the user with companies,
 * projects, permissions and preferences, and keeps the chosen place. Spec §4, "Session".
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const t = useText(text);
  const token = useQuery({
    queryKey: ['session'],
    queryFn: async () => (await freshToken()) !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A refused renewal leaves for the login page; only a failed connection stays here.
  const leaving = token.error instanceof CallError && token.error.code === 401;
  if (token.error && !leaving) return <StartFailed error={token.error} onRetry={() => void token.refetch()} />;
  return token.data ? <SignedIn>{children}</SignedIn> : <Starting label={t.loadingSession} />;
}

/** What a switch of company leaves as it is. */
const staying: readonly unknown[] = ['session', 'getUserPreferences'];
const lastCompanyKey = 'place.company';

function lastCompanyOf(preferences: string): number | null {
  const id = parsePreferences(preferences)[lastCompanyKey];
  return typeof id === 'number' ? id : null;
}

const forEver = { staleTime: Number.POSITIVE_INFINITY } as const;

function SignedIn({ children }: { children: ReactNode }) {
  const t = useText(text);
  const place = usePlace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const user = useCall('getUserInfo', {}, { scope: 'user', ...forEver });
  const companies = useCall('getUserCompanyList', {}, { scope: 'user', ...forEver });
  const preferences = useCall('getUserPreferences', {}, { scope: 'user', ...forEver });
  useFreshRights(user.data?.UserId ?? null);

  // Without a place stored in this browser: the company that the user worked in last, in any browser.
  const lastCompany = preferences.data ? lastCompanyOf(preferences.data.Preferences) : null;
  const company =
    companies.data?.find((each) => each.CompanyId === place.companyId) ??
    (preferences.data || preferences.error
      ? (companies.data?.find((each) => each.CompanyId === lastCompany) ?? companies.data?.[0])
      : null) ??
    null;
  const companyId = company?.CompanyId ?? null;
  const here = companyId !== null && companyId === place.companyId;
  useFreshLists(here ? companyId : null);

  const projects = useCall('getUserOwnProject', here ? { query: { companyId } } : null, {
    scope: 'company',
    refetchInterval: pollWhenNotLive(60_000),
  });
  const project =
    projects.data?.find((each) => each.ProjectId === place.projectId) ??
    // Nobody chose one: one that shows something, where there is one.
    projects.data?.find(({ State }) => State === 'valid') ??
    projects.data?.[0] ??
    null;
  useToldOfLostPlace({ company, companies: companies.data, project, projects: projects.data });
  const projectId = project?.ProjectId ?? null;

  const companyPermissions = useCall('getUserFuncNewList', here ? { query: { type: 1, companyId } } : null, {
    scope: 'company',
    ...forEver,
  });
  // While another project's permissions load, the screen stays as it is.
  const projectPermissions = useCall(
    'getUserFuncNewList',
    here && projectId !== null ? { query: { type: 2, companyId, projectId } } : null,
    { scope: 'company', placeholderData: keepPreviousData, ...forEver },
  );
  const roles = useCall('getUserRoleList', here ? { query: {} } : null, { scope: 'company', ...forEver });

  useEffect(() => {
    // A page within may have chosen another place in this very moment: the next round is about that one.
    if (companyId === null || getPlace() !== place) return;
    setPlace({
      companyId,
      projectId: projects.data ? projectId : companyId === place.companyId ? place.projectId : null,
    });
  }, [companyId, projectId, projects.data, place]);

  useEffect(() => {
    if (project) projectTimeZone.set(project.TimeZone);
  }, [project]);

  const kept = preferences.data?.Preferences;
  useEffect(() => {
    if (kept === undefined) return;
    loadPreferences(kept);
    chooseTheme(getPreference('theme'));
    const language = getPreference('language');
    if (!storedLanguage(document.cookie) && (language === 'zh' || language === 'en')) switchLanguage(language);
  }, [kept]);

  const permissions = useMemo(
    () => new Set([...(companyPermissions.data?.FuncS ?? []), ...(projectPermissions.data?.FuncS ?? [])]),
    [companyPermissions.data, projectPermissions.data],
  );

  const limitedProjects = useMemo(
    () => new Set(companyPermissions.data?.LimitedProjectIdList ?? []),
    [companyPermissions.data],
  );

  const session = useMemo<Session | null>(() => {
    if (!user.data || !companies.data || !company || !projects.data || !roles.data) return null;
    return {
      user: user.data,
      company,
      companies: companies.data,
      project,
      projects: projects.data,
      permissions,
      limitedProjects,
      switching: projectPermissions.isPlaceholderData,
      roles: roles.data,
      switchProject: (id) => {
        if (projects.data.some((each) => each.ProjectId === id)) setPlace({ companyId, projectId: id });
      },
      switchCompany: (id) => {
        if (id === companyId) return;
        setPlace({ companyId: id, projectId: null });
        setPreference(lastCompanyKey, id);
        // Preferences stay with the user; read again now, they would lack the change of a moment ago.
        queryClient.removeQueries({ predicate: ({ queryKey }) => !staying.includes(queryKey[0]) });
        // Spec §4: on the map, where the company has something to show there.
        navigate('/', { state: { wish: { path: links.overviewMap, search: '' } } });
      },
    };
  }, [
    user.data,
    companies.data,
    company,
    companyId,
    project,
    projects.data,
    permissions,
    limitedProjects,
    projectPermissions.isPlaceholderData,
    roles.data,
    queryClient,
    navigate,
  ]);

  const parts = [user, companies, preferences, projects, companyPermissions, projectPermissions, roles];
  const failed = parts.find((part) => part.error && part.data === undefined);
  if (failed?.error) {
    return (
      <StartFailed
        error={failed.error}
        onRetry={() => {
          for (const part of parts) if (part.error) void part.refetch();
        }}
      />
    );
  }
  const ready =
    session !== null &&
    preferences.data !== undefined &&
    companyPermissions.data !== undefined &&
    (projectId === null || (projectPermissions.data !== undefined && place.projectId === projectId));
  if (companies.data?.length === 0 && user.data && preferences.data) {
    return (
      <AccountContext value={{ user: user.data, companies: companies.data }}>
        <WithoutCompany />
      </AccountContext>
    );
  }
  if (!ready) return <Starting label={t.loadingSession} />;
  return (
    <SessionContext value={session} key={companyId}>
      {children}
    </SessionContext>
  );
}

function StartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText(text);
  return (
    <main className="full-page">
      <h1 className="visually-hidden">{t.sessionFailed}</h1>
      <ErrorState error={error} onRetry={onRetry} />
      <Button type="link" onClick={() => void logOut().catch(() => undefined)}>
        {t.logInAgain}
      </Button>
    </main>
  );
}
