import { Modal } from 'antd';
import { ErrorState, ListSkeleton } from '../ui/index.ts';

/** Stands in for a dialog that begins with the roles of the company, while they load or when they cannot be loaded. */
export const RolesLoading = ({ title, error, onClose }: { title: string; error: unknown; onClose: () => void }) => (
  <Modal open title={title} footer={null} width={640} onCancel={onClose}>
    {error ? <ErrorState error={error} /> : <ListSkeleton rows={4} />}
  </Modal>
);
