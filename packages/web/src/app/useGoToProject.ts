import { useQueryClient } from '@tanstack/react-query';
import type { AllCalls, CallData } from '@watchpost/contract';
import { useLocation, useNavigate } from 'react-router';
import { idInAddress } from '../lib/idInAddress.ts';
import { useSession } from '../lib/session.ts';
import { findRoute } from './routeAccess.ts';
import { type AppRoute, routes } from './routeTable.ts';

/** Where the start address should lead when the project has it; kept in the history entry, not in the address. */
export interface StartWish {
  readonly path: string;
  readonly search: string;
}

/** What was asked of the start address; null: its first screen will do. */
export function startWishOf(state: unknown): StartWish | null {
  const wish = (state as { wish?: Partial<StartWish> } | null)?.wish;
  return typeof wish?.path === 'string' && typeof wish.search === 'string'
    ? { path: wish.path, search: wish.search }
    : null;
}

const boardOf = (subsystem: string | undefined): AppRoute | undefined =>
  routes.find((route) => subsystem !== undefined && route.subsystems?.includes(subsystem));

/**
 * Switches the project and stays on the screen, unless that screen may be missing there: from the board of a subsystem to the
 * same board or else the project's first one, from a device to the board of its subsystem likewise.
 */
export function useGoToProject(): (projectId: number) => void {
  const { project, switchProject } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const subsystemOfDevice = (): string | undefined => {
    const id = idInAddress(new URLSearchParams(search), 'id');
    const known = <Name extends 'getModelTreeBaseInfo' | 'getTableListRead'>(name: Name) =>
      queryClient.getQueriesData<CallData<AllCalls[Name]>>({ queryKey: [name] }).map(([, data]) => data);
    // Its list knew it before its own page does.
    const devices = [known('getModelTreeBaseInfo'), known('getTableListRead').flatMap((page) => page?.Data)].flat();
    return devices.find((device) => device?.Mtid === id)?.BigTypeCode;
  };

  return (projectId) => {
    if (projectId === project?.ProjectId) return;
    const route = findRoute(routes, pathname);
    // The screen is left first: it must not ask in the other project for what is not there.
    const leave = (wish: StartWish | null) => navigate(`/?project=${projectId}`, { replace: true, state: { wish } });
    if (route?.subsystems) leave({ path: route.path, search });
    else if (route?.ofOneProject) {
      const board = boardOf(subsystemOfDevice());
      leave(board ? { path: board.path, search: '' } : null);
    } else switchProject(projectId);
  };
}
