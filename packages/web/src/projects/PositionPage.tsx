import { type ProjectDetail, projectManageCalls } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { useProject, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { SchemaForm, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, PageSkeleton, PageTitle, useSave } from '../ui/index.ts';
import { PositionField } from './PositionField.tsx';
import './PositionPage.css';
import { fieldText, projectsText } from './projectsText.ts';
import { callsAboutPlaces } from './usePlacesChanged.ts';

/** Where the current project stands on the map. */
export function PositionPage() {
  const project = useProject();
  const { company } = useSession();
  const detail = useCall('getProject', {
    query: { companyId: company.CompanyId, subareaId: project.ProjectId },
  });
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  if (!detail.data) return <PageSkeleton />;
  return <PositionForm key={project.ProjectId} project={detail.data} name={project.ProjectName} />;
}

function PositionForm({ project, name }: { project: ProjectDetail; name: string }) {
  const t = useText(projectsText);
  const f = useText(fieldText);
  const save = useSave(callsAboutPlaces);
  const form = useSchemaForm(projectManageCalls.editProject.body, {
    initial: { SubareaId: project.ProjectId, Latitude: project.Latitude, Longitude: project.Longitude },
    edits: ['SubareaId'],
    together: [['Latitude', 'Longitude']],
    save: (body) => save('editProject', { body }, t.positionSaved),
  });
  return (
    <div className="position-page">
      <PageTitle subtitle={[name, project.Address || f.noAddress].join(' · ')} />
      <SchemaForm form={form} submitText={t.savePosition}>
        <PositionField form={form} label={f.position} />
      </SchemaForm>
    </div>
  );
}
