import { NewDebugOrder } from '@watchpost/contract';
import { Button, Select } from 'antd';
import { useNavigate } from 'react-router';
import { useAskAgain } from '../lib/askAgain.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useSession } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { SchemaForm, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { callsAboutCommissioning } from './callsAboutCommissioning.ts';
import './commissioning.css';
import { OrderFields } from './OrderFields.tsx';
import { debugText } from './text.ts';

/** Adds a commissioning order and goes on to its checklist. Route /maintenanceManage/debugOrderAdd. */
export function DebugOrderAddPage() {
  const t = useText(debugText);
  const { project, projects } = useSession();
  const navigate = useNavigate();
  const notify = useNotify();
  const askAgain = useAskAgain(callsAboutCommissioning);
  const adding = useCallMutation('addDebugOrder');
  const form = useSchemaForm(NewDebugOrder, {
    initial: { ProjectId: project?.ProjectId, InstallUnit: '', MachineType: '', Region: '', Address: '', Note: '' },
    save: async (body) => {
      const { OrderId, OrderNumber } = await adding.mutateAsync({ body });
      notify.success(t.added(OrderNumber));
      await askAgain();
      setTimeout(() => void navigate(links.debugOrder(OrderId), { replace: true }));
    },
  });
  return (
    <section className="debug-panel">
      <SchemaForm
        form={form}
        submitText={t.add}
        actions={<Button onClick={() => void navigate(links.debugOrders)}>{t.back}</Button>}
      >
        <div className="form-columns">
          <form.Field name="ProjectId" label={t.project}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
            />
          </form.Field>
          <OrderFields field={form.Field as never} />
        </div>
      </SchemaForm>
    </section>
  );
}
