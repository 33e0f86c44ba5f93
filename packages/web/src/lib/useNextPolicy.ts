import { useNavigate } from 'react-router';
import { links } from './links.ts';
import { useMay } from './session.ts';

/** Leads on from devices that were just made to the policies proposed for them; null for people who set up none. */
export function useNextPolicy(): ((deviceIds: readonly number[] | 'all') => void) | null {
  const navigate = useNavigate();
  const mayOpen = useMay('alarmManage');
  const maySetUp = useMay('alarmStrategyEdit');
  return mayOpen && maySetUp ? (deviceIds) => void navigate(links.policiesFor(deviceIds)) : null;
}
