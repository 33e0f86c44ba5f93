import { type BootUnitRow, calls, hardChecks, lettersMax } from '@watchpost/contract';
import { Input } from 'antd';
import { useText } from '../lib/defineText.ts';
import { FormDialog, PhotosField, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import { callsAboutBoot } from './callsAboutBoot.ts';
import { InstallPhotos } from './Pictures.tsx';
import { bootText } from './text.ts';
import { Verdicts } from './Verdicts.tsx';

interface Of {
  unit: BootUnitRow;
  onClose: () => void;
}

/** Releases a unit in spite of its deviations. */
export function WaiveDialog({ unit, onClose }: Of) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot, onClose);
  const needsLetter = unit.VerdictList.some(({ Check, Verdict }) => hardChecks.has(Check) && Verdict !== 'ok');
  const form = useSchemaForm(calls.approveInstall.body, {
    initial: { UnitId: unit.UnitId, UpdateEpoch: unit.UpdateEpoch, Waiver: '', LetterList: [] as string[] },
    save: (body) => save('approveInstall', { body }, t.approved),
  });
  return (
    <FormDialog form={form} title={t.waiveTitle(unit.UnitName)} submitText={t.waive} width={680} onClose={onClose}>
      <Verdicts of={unit} />
      <InstallPhotos of={unit} />
      <p>{t.waiveHint}</p>
      <form.Field name="Waiver" label={t.waiver}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </form.Field>
      {needsLetter ? (
        <form.Field name="LetterList" label={t.letter} extra={t.letterHint}>
          <PhotosField<string> max={lettersMax} photoOf={(url) => url} addressOf={(url) => url} />
        </form.Field>
      ) : null}
    </FormDialog>
  );
}

/** Sends an installation back to the person who entered it. */
export function RejectDialog({ unit, onClose }: Of) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot, onClose);
  const form = useSchemaForm(calls.rejectInstall.body, {
    initial: { UnitId: unit.UnitId, UpdateEpoch: unit.UpdateEpoch, Reason: '' },
    save: (body) => save('rejectInstall', { body }, t.rejected),
  });
  return (
    <FormDialog form={form} title={t.rejectTitle(unit.UnitName)} submitText={t.reject} width={680} onClose={onClose}>
      <Verdicts of={unit} />
      <InstallPhotos of={unit} />
      <p>{t.rejectHint}</p>
      <form.Field name="Reason" label={t.rejectReason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}

/** Locks a released unit again. */
export function RelockDialog({ unit, onClose }: Of) {
  const t = useText(bootText);
  const notify = useNotify();
  const save = useSave(callsAboutBoot, onClose);
  const form = useSchemaForm(calls.relockUnit.body, {
    initial: { UnitId: unit.UnitId, Reason: '' },
    save: async (body) => {
      const { Locked, Said } = await save('relockUnit', { body });
      if (Locked) notify.success(t.relocked);
      else notify.warning(t.relockedAlone(Said));
    },
  });
  return (
    <FormDialog form={form} title={t.relockTitle(unit.UnitName)} submitText={t.relock} onClose={onClose}>
      <p>{unit.HasNoClock ? t.relockHintCounted : t.relockHint}</p>
      <p>{unit.LockValue === null ? t.relockKeepsRunning : t.relockWrites(unit.LockPointName ?? '', unit.LockValue)}</p>
      <form.Field name="Reason" label={t.reason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}
