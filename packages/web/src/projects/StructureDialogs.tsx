import type { SubareaNode } from '@watchpost/contract';
import type { ReactNode } from 'react';
import { useText } from '../lib/defineText.ts';
import { DeleteSubareaDialog } from './DeleteSubareaDialog.tsx';
import { MoveSubareaDialog } from './MoveSubareaDialog.tsx';
import { ProjectFormDialog } from './ProjectFormDialog.tsx';
import { type Named, SubareaNameDialog } from './SubareaNameDialog.tsx';
import { subareaText } from './subareaText.ts';

/** What is being done to a place of the tree. */
export type StructureDialog =
  | { readonly kind: 'addPartition' | 'addProject'; readonly parent: SubareaNode | null }
  | { readonly kind: 'rename'; readonly node: SubareaNode; readonly present: Named }
  | { readonly kind: 'move'; readonly node: SubareaNode; readonly project: SubareaNode | null }
  | { readonly kind: 'delete' | 'edit'; readonly node: SubareaNode };

/** A project has its own form and is deleted as one. */
const kindOf = ({ Kind }: SubareaNode): 'partition' | 'area' => (Kind === 'area' ? 'area' : 'partition');

export function StructureDialogs({
  dialog,
  onClose,
  onDeleted,
}: {
  dialog: StructureDialog | null;
  onClose: () => void;
  onDeleted: () => void;
}): ReactNode {
  const t = useText(subareaText);
  switch (dialog?.kind) {
    case 'addPartition': {
      const { parent } = dialog;
      const title = parent ? t.addPartitionIn(parent.SubareaName) : t.addPartition;
      return (
        <SubareaNameDialog kind="partition" title={title} parentId={parent?.SubareaId ?? null} onClose={onClose} />
      );
    }
    case 'addProject':
      return <ProjectFormDialog parentId={dialog.parent?.SubareaId ?? null} onClose={onClose} />;
    case 'rename':
      return (
        <SubareaNameDialog
          kind={kindOf(dialog.node)}
          title={t.renameOf(dialog.node.SubareaName)}
          parentId={dialog.node.parentId}
          present={dialog.present}
          onClose={onClose}
        />
      );
    case 'move': {
      const { node, project } = dialog;
      const within = project ? { project: { id: project.SubareaId, name: project.SubareaName } } : {};
      return <MoveSubareaDialog node={node} {...within} onClose={onClose} />;
    }
    case 'edit':
      return <ProjectFormDialog projectId={dialog.node.SubareaId} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteSubareaDialog
          kind={kindOf(dialog.node)}
          id={dialog.node.SubareaId}
          name={dialog.node.SubareaName}
          onClose={onClose}
          onDone={onDeleted}
        />
      );
    default:
      return null;
  }
}
