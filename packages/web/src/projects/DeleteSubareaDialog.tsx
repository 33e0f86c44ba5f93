import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { GoesAlong } from './GoesAlong.tsx';
import { subareaText } from './subareaText.ts';
import { callsAboutPlaces } from './usePlacesChanged.ts';

/** Deletes a partition or an area, after saying what that means and what hangs on it. */
export function DeleteSubareaDialog({
  kind,
  id,
  name,
  onClose,
  onDone,
}: {
  kind: 'partition' | 'area';
  id: number;
  name: string;
  onClose: () => void;
  onDone?: () => void;
}) {
  const t = useText(subareaText);
  const { company } = useSession();
  const save = useSave(callsAboutPlaces, () => {
    onClose();
    onDone?.();
  });
  const start = () => save('deleteSubarea', { query: { companyId: company.CompanyId, subareaId: id } }, t.deleted);
  return (
    <ConfirmDialog
      title={kind === 'partition' ? t.deletePartition(name) : t.deleteArea(name)}
      ok={t.delete}
      act={start}
      onClose={onClose}
    >
      <p>{kind === 'partition' ? t.deletePartitionHint : t.deleteAreaHint}</p>
      <GoesAlong ids={[id]} {...(kind === 'area' ? { itself: 'Areas' as const } : {})} />
    </ConfirmDialog>
  );
}
