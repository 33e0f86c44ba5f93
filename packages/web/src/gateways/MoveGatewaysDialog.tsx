import { Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { ComputedFrom, useGoesAlong } from './GoesAlong.tsx';
import { listText } from './text.ts';
import { callsAboutGateways } from './useGatewaysChanged.ts';

/** Moves gateways to another project; says what lets go of them before it happens. */
export function MoveGatewaysDialog({
  gateways,
  onClose,
  onDone,
}: {
  gateways: readonly { readonly DeviceId: number; readonly ProjectId: number }[];
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useText(listText);
  const { projects, limitedProjects } = useSession();
  const save = useSave(callsAboutGateways, onDone);
  const [to, setTo] = useState<number | null>(null);
  const ids = gateways.map(({ DeviceId }) => DeviceId);
  const from = new Set(gateways.map(({ ProjectId }) => ProjectId));
  const { answer, isBlocked } = useGoesAlong({ gatewayIds: ids });
  const goes = answer.data;
  const lost = goes
    ? [
        goes.Devices > 0 ? t.nDevices(goes.Devices) : null,
        goes.AlarmRules > 0 ? t.nRules(goes.AlarmRules) : null,
      ].filter((part) => part !== null)
    : [];
  const start = async () => {
    if (to === null) return;
    const query = { deviceIdList: ids, toProjectId: to, isConfirmed: true };
    await save('updateProjectDevices', { query }, t.moved(ids.length));
  };
  return (
    <ConfirmDialog
      title={t.moveTitle}
      ok={lost.length > 0 ? t.moveConfirm : t.move}
      danger={lost.length > 0}
      disabled={to === null || isBlocked}
      act={start}
      onClose={onClose}
    >
      <ComputedFrom answer={answer} projectId={gateways[0]!.ProjectId} />
      <div>
        <div>{t.moveTo}</div>
        <Select
          aria-label={t.moveTo}
          style={{ width: '100%', marginBlock: 8 }}
          value={to}
          onChange={setTo}
          showSearch={{ optionFilterProp: 'label' }}
          options={projects
            .filter(({ ProjectId }) => !from.has(ProjectId) && !limitedProjects.has(ProjectId))
            .map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
        />
      </div>
      {lost.length > 0 ? (
        <p>
          {t.moveHint} <b>{lost.join(' · ')}</b>
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
