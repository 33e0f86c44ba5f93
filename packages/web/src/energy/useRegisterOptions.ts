import { useText } from '../lib/defineText.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { setUpText } from './text.ts';

/** Points that count energy, those that another meter reads shown as such. */
export function useRegisterOptions() {
  const t = useText(setUpText);
  const { ProjectId } = useProject();
  const registers = useCall('getEnergyRegisters', { query: { projectId: ProjectId } });
  return registers.data?.map(({ PointId, PointName, ModelTreeName, Unit, UsedBy }) => ({
    value: PointId,
    label: `${[ModelTreeName, PointName].filter(Boolean).join(' · ')} (${Unit})${UsedBy ? ` – ${t.usedBy(UsedBy)}` : ''}`,
  }));
}
