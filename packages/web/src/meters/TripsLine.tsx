import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, useDialog } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutPrepaid } from './callsAboutPrepaid.ts';
import { isReason, ReasonField } from './MoneyDialogs.tsx';
import { prepaidText } from './text.ts';

/** Says when no power of the project may be cut at all: after a restored backup, until somebody arms cuts, and after a start. */
export function TripsLine({ maySwitch }: { readonly maySwitch: boolean }) {
  const t = useText(prepaidText);
  const dates = useDates();
  const { ProjectId } = useProject();
  const dialog = useDialog();
  const { data } = useCall('getTrips', { query: { projectId: ProjectId } }, { refetchInterval: 60_000 });
  if (!data) return null;
  const { RestoreEpoch, PauseEndEpoch, ArmName, ArmEpoch } = data;
  if (RestoreEpoch !== null)
    return (
      <>
        <Alert
          type="warning"
          showIcon
          className="prepaid-trips"
          title={t.disarmed}
          description={t.disarmedHint(dates.dateTime(RestoreEpoch))}
          action={
            maySwitch ? (
              <Button onClick={() => dialog.open(<ArmDialog projectId={ProjectId} onClose={dialog.close} />)}>
                {t.arm}
              </Button>
            ) : null
          }
        />
        {dialog.shown}
      </>
    );
  if (PauseEndEpoch !== null)
    return <Alert type="info" showIcon className="prepaid-trips" title={t.paused(dates.dateTime(PauseEndEpoch))} />;
  if (ArmEpoch === null) return null;
  return <p className="prepaid-muted prepaid-trips">{t.armed(ArmName ?? '–', dates.dateTime(ArmEpoch))}</p>;
}

function ArmDialog({ projectId, onClose }: { readonly projectId: number; readonly onClose: () => void }) {
  const t = useText(prepaidText);
  const save = useSave(callsAboutPrepaid, onClose);
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      title={t.armTitle}
      ok={t.arm}
      disabled={!isReason(reason)}
      act={() => save('armTrips', { body: { ProjectId: projectId, Reason: reason } }, t.armedSaid)}
      onClose={onClose}
    >
      <p>{t.armHint}</p>
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
