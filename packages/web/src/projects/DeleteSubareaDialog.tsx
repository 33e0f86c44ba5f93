import { Modal } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { GoesAlong } from './GoesAlong.tsx';
import { subareaText } from './subareaText.ts';
import { usePlacesChanged } from './usePlacesChanged.ts';

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
  const notify = useNotify();
  const changed = usePlacesChanged();
  const deletion = useCallMutation('deleteSubarea');
  const start = async () => {
    try {
      await deletion.mutateAsync({ query: { companyId: company.CompanyId, subareaId: id } });
      notify.success(t.deleted);
      onClose();
      onDone?.();
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <Modal
      open
      title={kind === 'partition' ? t.deletePartition(name) : t.deleteArea(name)}
      okText={t.delete}
      okButtonProps={{ danger: true, loading: deletion.isPending }}
      cancelText={t.cancel}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <p>{kind === 'partition' ? t.deletePartitionHint : t.deleteAreaHint}</p>
      <GoesAlong ids={[id]} {...(kind === 'area' ? { itself: 'Areas' as const } : {})} />
    </Modal>
  );
}
