import { subareaCalls } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { AreaSelect } from './AreaSelect.tsx';
import { PartitionSelect } from './PartitionSelect.tsx';
import { subareaText } from './subareaText.ts';
import { callsAboutPlaces } from './usePlacesChanged.ts';

/** Moves a partition, a project or an area elsewhere: what dragging does, for the keyboard. */
export function MoveSubareaDialog({
  node,
  project,
  onClose,
}: {
  /** Of an area: within this one it moves. */
  project?: { readonly id: number; readonly name: string };
  node: { readonly SubareaId: number; readonly SubareaName: string; readonly parentId: number | null };
  onClose: () => void;
}) {
  const t = useText(subareaText);
  const save = useSave(callsAboutPlaces, onClose);
  const form = useSchemaForm(subareaCalls.editSubarea.body, {
    initial: { SubareaId: node.SubareaId, parentId: node.parentId },
    save: ({ SubareaId, parentId }) =>
      save('editSubarea', { body: { SubareaId, parentId: parentId ?? null } }, t.moved),
  });
  return (
    <FormDialog form={form} title={t.moveOf(node.SubareaName)} onClose={onClose}>
      <form.Field name="parentId" label={project ? t.moveAreaTo : t.moveTo}>
        {project ? (
          <AreaSelect project={project} except={node.SubareaId} />
        ) : (
          <PartitionSelect except={node.SubareaId} />
        )}
      </form.Field>
    </FormDialog>
  );
}
