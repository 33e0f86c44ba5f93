import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { GoesAlong } from './GoesAlong.tsx';
import { NamesOf } from './NamesOf.tsx';
import { projectsText } from './projectsText.ts';
import { callsAboutPlaces } from './usePlacesChanged.ts';
import { useWhat } from './useWhat.ts';

interface Props {
  projects: readonly { readonly ProjectId: number; readonly ProjectName: string }[];
  onClose: () => void;
  onDone: () => void;
}

/** Deletes projects: names them and what goes along. The server wants proof of identity, for which the client asks. */
export function DeleteProjectsDialog({ projects, onClose, onDone }: Props) {
  const t = useText(projectsText);
  const { company } = useSession();
  const what = useWhat();
  const save = useSave(callsAboutPlaces, onDone);
  const ids = projects.map(({ ProjectId }) => ProjectId);
  const start = () =>
    save(
      'deleteProject',
      { query: { companyId: company.CompanyId, projectIdList: ids } },
      t.deletedNow(what(projects)),
    );
  return (
    <ConfirmDialog title={t.deleteTitle(what(projects))} ok={t.delete} act={start} onClose={onClose}>
      <NamesOf projects={projects} />
      <p>{t.deleteHint}</p>
      <GoesAlong ids={ids} without={['Projects']} />
    </ConfirmDialog>
  );
}
