import { subareaCalls } from '@watchpost/contract';
import { Input } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { subareaText } from './subareaText.ts';
import { callsAboutPlaces } from './usePlacesChanged.ts';

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
  const save = useSave(callsAboutPlaces, onClose);
  const form = useSchemaForm(subareaCalls.addSubarea.body, {
    initial: present
      ? { SubareaName: present.SubareaName, SubareaNameEn: present.SubareaNameEn }
      : { CompanyId: company.CompanyId, parentId, SubareaName: '', SubareaNameEn: null },
    add: (body) => save('addSubarea', { body }, t.saved),
    edit: present && ((body) => save('editSubarea', { body: { ...body, SubareaId: present.SubareaId } }, t.saved)),
  });
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
