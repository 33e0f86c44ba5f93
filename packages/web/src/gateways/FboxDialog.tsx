import { Modal } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { listText } from './text.ts';

/** The boxes of the FBox account, or that none is configured. */
export function FboxDialog({ onClose }: { onClose: () => void }) {
  const t = useText(listText);
  const boxes = useCall('getFboxInformationbyHand', { query: {} }, { scope: 'company', staleTime: 0 });
  return (
    <Modal open title={t.fboxTitle} footer={null} onCancel={onClose}>
      {boxes.error ? (
        <ErrorState error={boxes.error} onRetry={() => void boxes.refetch()} />
      ) : !boxes.data ? (
        <ListSkeleton rows={3} />
      ) : boxes.data.Boxes.length === 0 ? (
        <EmptyState title={boxes.data.Message} />
      ) : (
        <ul>
          {boxes.data.Boxes.map(({ BoxNo, Name }) => (
            <li key={BoxNo}>
              {Name} <span className="gateway-faint">{BoxNo}</span>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
