import { type Absence, AbsenceForm, type AbsenceFormInput, type DutyPlan } from '@watchpost/contract';
import { Alert, Form, Input, Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useSession } from '../../lib/session.ts';
import { useCall, useCallMutation } from '../../lib/useCall.ts';
import { DayField } from '../../ui/days/index.ts';
import { FormDialog, useSchemaForm } from '../../ui/form/index.ts';
import { useNotify } from '../../ui/index.ts';
import { text } from './text.ts';

/** Enters somebody's leave or changes it. */
export function AbsenceDialog({
  projectId,
  plan,
  absence,
  onClose,
  onSaved,
}: {
  projectId: number;
  plan: DutyPlan;
  /** Null: a new one. */
  absence: Absence | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const t = useText(text);
  const notify = useNotify();
  const { user } = useSession();
  const send = useCallMutation('saveAbsence');
  const saved = () => {
    notify.success(t.saved);
    onSaved();
    onClose();
  };
  const form = useSchemaForm(
    AbsenceForm,
    absence
      ? {
          initial: {
            ProjectId: projectId,
            AbsenceId: absence.AbsenceId,
            UserId: absence.UserId,
            FromDay: absence.FromDay,
            UntilDay: absence.UntilDay,
            SubstituteId: absence.SubstituteId,
            Remarks: absence.Remarks,
          },
          edits: ['ProjectId', 'AbsenceId'],
          save: async (body: Partial<AbsenceFormInput> & Pick<AbsenceFormInput, 'ProjectId'>) => {
            // Nobody any more has to be said; left out, it would stay.
            const substitute = 'SubstituteId' in body ? { SubstituteId: body.SubstituteId ?? null } : {};
            await send.mutateAsync({ body: { ...body, ...substitute } });
            saved();
          },
        }
      : {
          initial: { ProjectId: projectId, ...(plan.MayEdit ? {} : { UserId: user.UserId }), Remarks: '' },
          save: async (body: AbsenceFormInput) => {
            await send.mutateAsync({ body });
            saved();
          },
        },
  );
  const absentId: number | undefined = Form.useWatch('UserId', form.antd);
  const substituteId: number | null | undefined = Form.useWatch('SubstituteId', form.antd);
  const isChosen = absentId != null && substituteId != null && absentId !== substituteId;
  const gaps = useCall(
    'getSubstituteGaps',
    isChosen ? { query: { ProjectId: projectId, UserId: absentId, SubstituteId: substituteId } } : null,
  ).data;
  const people = plan.PersonList.map(({ UserId, UserName }) => ({ value: UserId, label: UserName }));
  return (
    <FormDialog form={form} title={absence ? t.editLeave : t.addLeave} onClose={onClose}>
      <p className="duty-note">{t.leaveHint}</p>
      <form.Field name="UserId" label={t.person}>
        <Select
          disabled={!plan.MayEdit}
          placeholder={t.choosePerson}
          showSearch={{ optionFilterProp: 'label' }}
          options={people}
        />
      </form.Field>
      <form.Field name="FromDay" label={t.fromDay}>
        <DayField />
      </form.Field>
      <form.Field name="UntilDay" label={t.untilDay}>
        <DayField />
      </form.Field>
      <form.Field name="SubstituteId" label={t.substitute}>
        <Select allowClear placeholder={t.noSubstitute} showSearch={{ optionFilterProp: 'label' }} options={people} />
      </form.Field>
      {isChosen && gaps && gaps.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t.unseen(
            gaps.map(({ ProjectName, SeesPart }) => (SeesPart ? t.seesPart(ProjectName) : ProjectName)).join(t.comma),
          )}
        />
      ) : null}
      <form.Field name="Remarks" label={t.remarks}>
        <Input maxLength={100} />
      </form.Field>
    </FormDialog>
  );
}
