import { calls, type Plan } from '@watchpost/contract';
import { Form, Input } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useProject } from '../lib/session.ts';
import { AreaSelect } from '../projects/index.ts';
import { FormDialog, SchemaForm, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { BaseMapField } from './BaseMapField.tsx';
import { callsAboutPlans } from './callsAboutPlans.ts';
import { planText } from './text.ts';

/** A new plan: where, its picture, how wide that is. */
export function NewPlanForm({ onCreated }: { onCreated: (planId: number) => void }) {
  const t = useText(planText);
  const { ProjectId, ProjectName } = useProject();
  const save = useSave(callsAboutPlans);
  const form = useSchemaForm(calls.addPlan.body, {
    initial: { ProjectId, PlanName: '', LocationId: null, BaseMap: '', MetresWide: null },
    save: async (body) => {
      const { PlanId } = await save('addPlan', { body }, t.created);
      onCreated(PlanId);
    },
  });
  const location = Form.useWatch('LocationId', form.antd) as number | null | undefined;
  return (
    <div className="page plan-form">
      <SchemaForm form={form} submitText={t.create}>
        <form.Field name="PlanName" label={t.name}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="LocationId" label={t.location}>
          <AreaSelect project={{ id: ProjectId, name: ProjectName }} except={0} />
        </form.Field>
        <form.Field name="BaseMap" label={t.baseMap}>
          <BaseMapField
            hasLocation={typeof location === 'number'}
            onMetres={(metres) => form.antd.setFieldValue('MetresWide', metres)}
          />
        </form.Field>
        <form.Field name="MetresWide" label={t.metresWide} extra={t.metresHint}>
          <Input inputMode="decimal" maxLength={8} />
        </form.Field>
      </SchemaForm>
    </div>
  );
}

/** Name, location, picture and scale of a plan; what is placed stays where it stands. */
export function PlanSettingsDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const t = useText(planText);
  const { ProjectId, ProjectName } = useProject();
  const save = useSave(callsAboutPlans, onClose);
  const form = useSchemaForm(calls.editPlan.body, {
    initial: {
      PlanId: plan.PlanId,
      PlanName: plan.PlanName,
      LocationId: plan.LocationId,
      BaseMap: plan.BaseMapUrl,
      MetresWide: plan.MetresWide,
    },
    edits: ['PlanId'],
    save: (body) => save('editPlan', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.settings} onClose={onClose}>
      <form.Field name="PlanName" label={t.name}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="LocationId" label={t.location}>
        <AreaSelect project={{ id: ProjectId, name: ProjectName }} except={0} />
      </form.Field>
      <form.Field name="BaseMap" label={t.baseMap}>
        <BaseMapField hasLocation onMetres={(metres) => form.antd.setFieldValue('MetresWide', metres)} />
      </form.Field>
      <form.Field name="MetresWide" label={t.metresWide} extra={t.metresHint}>
        <Input inputMode="decimal" maxLength={8} />
      </form.Field>
    </FormDialog>
  );
}
