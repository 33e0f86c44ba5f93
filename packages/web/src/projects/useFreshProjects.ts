import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askAgain } from '../lib/askAgain.ts';

/** How often a screen of all projects asks how they stand, ms: no message says that a value passed its limit without an alarm. */
const pollMs = 60_000;

/** Keeps the projects of the session fresh while a screen shows how they stand. */
export function useFreshProjects(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => void askAgain(queryClient, ['getUserOwnProject']), pollMs);
    return () => clearInterval(timer);
  }, [queryClient]);
}
