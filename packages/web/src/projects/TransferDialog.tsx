import { Form, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { EmptyState, ErrorState, Skeleton, useSave } from '../ui/index.ts';
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

/** Hands projects over to another company in which the user manages projects, too. Wants proof of identity. */
export function TransferDialog({ projects, onClose, onDone }: Props) {
  const t = useText(projectsText);
  const { company } = useSession();
  const what = useWhat();
  const [to, setTo] = useState<number | null>(null);
  const save = useSave(callsAboutPlaces, onDone);
  const companies = useCall('getAccessCompany', { body: { CompanyId: company.CompanyId } }, { scope: 'company' });
  const ids = projects.map(({ ProjectId }) => ProjectId);
  const start = async () => {
    if (to === null) return;
    await save(
      'updateProjectCompany',
      { body: { CompanyId: to, OldCompanyId: company.CompanyId, ProjectIdList: ids } },
      t.transferred(companies.data?.find(({ CompanyId }) => CompanyId === to)?.CompanyName ?? ''),
    );
  };
  const content = () => {
    if (companies.error && !companies.data) {
      return <ErrorState error={companies.error} onRetry={() => void companies.refetch()} />;
    }
    if (!companies.data) return <Skeleton height={120} />;
    if (companies.data.length === 0) return <EmptyState title={t.noOtherCompany} hint={t.noOtherCompanyHint} />;
    return (
      <Form layout="vertical">
        <NamesOf projects={projects} />
        <Form.Item label={t.transferTo} htmlFor="transfer-to" required>
          <Select<number>
            id="transfer-to"
            value={to}
            onChange={setTo}
            showSearch={{ optionFilterProp: 'label' }}
            options={companies.data.map(({ CompanyId, CompanyName }) => ({ value: CompanyId, label: CompanyName }))}
          />
        </Form.Item>
        <p>{t.transferHint}</p>
        <GoesAlong ids={ids} without={['Projects']} />
      </Form>
    );
  };
  return (
    <ConfirmDialog
      title={t.transferTitle(what(projects))}
      ok={t.transfer}
      disabled={to === null}
      act={start}
      onClose={onClose}
    >
      {content()}
    </ConfirmDialog>
  );
}
