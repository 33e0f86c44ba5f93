import { type AllCalls, type CallInput, subareaCalls } from '@watchpost/contract';
import { Input } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { subareaText } from './subareaText.ts';
import { usePlacesChanged } from './usePlacesChanged.ts';

type NewSubarea = CallInput<AllCalls['addSubarea']>['body'];

/** A partition or an area that has a name already. */
export interface Named {
  readonly SubareaId: number;
  readonly SubareaName: string;
  readonly SubareaNameEn: string | null;
}

/** Names a new partition or area, or renames one. Which of the two it becomes follows from its parent. */
export function SubareaNameDialog({
  kind,
  title,
  parentId,
  present = null,
  onClose,
}: {
  kind: 'partition' | 'area';
  title: string;
  /** Of a new one; null: the company itself. */
  parentId: number | null;
  present?: Named | null;
  onClose: () => void;
}) {
  const t = useText(subareaText);
  const { company } = useSession();
  const notify = useNotify();
  const changed = usePlacesChanged();
  const adding = useCallMutation('addSubarea');
  const renaming = useCallMutation('editSubarea');
  const done = async () => {
    notify.success(t.saved);
    onClose();
    await changed();
  };
  const form = useSchemaForm(
    subareaCalls.addSubarea.body,
    present
      ? {
          initial: { SubareaName: present.SubareaName, SubareaNameEn: present.SubareaNameEn },
          edits: [],
          save: async (body: Partial<NewSubarea>) => {
            await renaming.mutateAsync({ body: { ...body, SubareaId: present.SubareaId } });
            await done();
          },
        }
      : {
          initial: { CompanyId: company.CompanyId, parentId: parentId, SubareaName: '', SubareaNameEn: null },
          save: async (body: NewSubarea) => {
            await adding.mutateAsync({ body });
            await done();
          },
        },
  );
  return (
    <FormDialog form={form} title={title} onClose={onClose}>
      <form.Field name="SubareaName" label={kind === 'partition' ? t.partitionName : t.areaName}>
        <Input maxLength={20} showCount />
      </form.Field>
      <form.Field name="SubareaNameEn" label={t.nameEn} extra={t.nameEnHint}>
        <Input maxLength={20} />
      </form.Field>
    </FormDialog>
  );
}
