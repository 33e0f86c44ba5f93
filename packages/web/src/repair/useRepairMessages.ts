import { repairMessagePoll } from '@watchpost/contract';
import { useEffect, useRef } from 'react';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';

/** What the user was told of repair orders, newest first; asked each minute, and when one changes. Spec §9. */
export function useRepairMessages() {
  const { company } = useSession();
  const mayRead = useMay('repairView', 'repairWork', 'repairDispatch');
  return useCall(
    'getNewRepairActiveMessagePage',
    mayRead ? { query: { companyId: company.CompanyId, pageIndex: 1, pageSize: repairMessagePoll.pageSize } } : null,
    { scope: 'company', refetchInterval: repairMessagePoll.seconds * 1000 },
  );
}

/** Says a message about repairs that came since the page was opened, once. */
export function useRepairPopups(): void {
  const notify = useNotify();
  const { data } = useRepairMessages();
  const shown = useRef<number | null>(null);
  useEffect(() => {
    if (!data) return;
    const [newest] = data.Data;
    const before = shown.current;
    shown.current = newest?.MessageId ?? 0;
    if (newest && before !== null && newest.MessageId > before) notify.info(newest.RepairMessageContent);
  }, [data, notify]);
}
