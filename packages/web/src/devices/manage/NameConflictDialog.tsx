import type { AllCalls, CallData } from '@watchpost/contract';
import { Button, Modal, Space } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { manageText } from './text.ts';

export type NameConflict = CallData<AllCalls['getModelTreeNameConflict']> & {
  readonly name: string;
  readonly free: string;
};

/** A name is taken: another one, or one device of the two. Spec §4: a conflict of names is resolved by rename or merge. */
export function NameConflictDialog({
  conflict,
  onUseFree,
  onMerge,
  onOpen,
  onClose,
}: {
  conflict: NameConflict;
  onUseFree: () => void;
  /** Where a device that exists was to get the name. */
  onMerge: (() => void) | undefined;
  /** Where a new one was to get it. */
  onOpen: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useText(manageText);
  const { Taken: taken, free, name } = conflict;
  const what = taken ? [taken.SmallTypeName, taken.LocationName].filter(Boolean).join(' · ') : '';
  return (
    <Modal open title={t.taken} footer={null} onCancel={onClose}>
      <p>{taken ? t.takenBy(name, what, taken.PointCount) : t.takenUnseen(name)}</p>
      <Space wrap style={{ marginTop: 12 }}>
        <Button type="primary" onClick={onUseFree}>
          {t.useFree(free)}
        </Button>
        {onMerge ? <Button onClick={onMerge}>{t.mergeBoth}</Button> : null}
        {onOpen ? <Button onClick={onOpen}>{t.openThat}</Button> : null}
        <Button onClick={onClose}>{t.otherName}</Button>
      </Space>
    </Modal>
  );
}
