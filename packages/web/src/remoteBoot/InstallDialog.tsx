import {
  type BootCourse,
  type BootUnitRow,
  InstallFigures,
  installPhotosMax,
  installPhotosMin,
} from '@watchpost/contract';
import { Alert, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { dash } from '../lib/numbers.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, NumberField, PhotosField, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useNotify, useSave } from '../ui/index.ts';
import { callsAboutBoot } from './callsAboutBoot.ts';
import { installDraft } from './installDraft.ts';
import { isReleased } from './isReleased.ts';
import { bootText } from './text.ts';
import { type Judged, Verdicts } from './Verdicts.tsx';
import './remoteBoot.css';

/**
 * The figures of an installation with its pictures, and why they were rejected. Pictures are read first: what is entered without them
 * would remove them.
 */
export function InstallDialog({ unit, onClose }: { unit: BootUnitRow; onClose: () => void }) {
  const t = useText(bootText);
  const isRejected = unit.InstallStatus === 'rejected';
  const needsCourse = unit.PhotoCount > 0 || isRejected;
  const course = useCall('getBootCourse', needsCourse ? { query: { unitId: unit.UnitId } } : null, {
    scope: 'company',
  });
  if (needsCourse && !course.data)
    return (
      <Modal open width={680} footer={null} title={t.installOf(unit.UnitName)} onCancel={onClose}>
        {course.error ? (
          <ErrorState error={course.error} onRetry={() => void course.refetch()} />
        ) : (
          <ListSkeleton rows={5} />
        )}
      </Modal>
    );
  const rejection = isRejected ? course.data?.EventList.find(({ Kind }) => Kind === 'rejected') : undefined;
  return <InstallForm unit={unit} photos={course.data?.PhotoList ?? []} rejection={rejection} onClose={onClose} />;
}

/** The figures of an installation, held against the standards before they are entered. */
function InstallForm({
  unit,
  photos,
  rejection,
  onClose,
}: {
  unit: BootUnitRow;
  photos: BootCourse['PhotoList'];
  rejection: BootCourse['EventList'][number] | undefined;
  onClose: () => void;
}) {
  const t = useText(bootText);
  const notify = useNotify();
  const { user } = useSession();
  const mayEdit = unit.MayInstall;
  const [entered] = useState(() => ({ ...unit.Install, PhotoList: photos.map(({ Path }) => Path) }));
  const draft = installDraft(user.UserId, unit.UnitId, entered);
  const [restored] = useState(() => (mayEdit ? draft.read() : null));
  const [isKept, setIsKept] = useState(restored !== null);
  const dropDraft = () => {
    draft.drop();
    onClose();
  };
  const save = useSave(callsAboutBoot, dropDraft);
  /** Null: nothing is known of the figures as they stand. */
  const [judged, setJudged] = useState<Judged | null>(restored === null ? unit : null);
  const form = useSchemaForm(InstallFigures, {
    initial: { OilType: '', GasClimb: 0, LiquidClimb: 0, ...entered, ...restored?.values, UnitId: unit.UnitId },
    save: (body) => save('submitInstall', { body }, t.submitted),
  });
  const keptForm: typeof form = {
    ...form,
    // What is kept is not lost by closing.
    dirty: form.dirty && !isKept,
    noteChange: () => {
      form.noteChange();
      setJudged(null);
      setIsKept(draft.keep(form.antd.getFieldsValue()));
    },
  };
  const check = async () => {
    const figures = InstallFigures.safeParse({ ...form.antd.getFieldsValue(), UnitId: unit.UnitId });
    if (!figures.success) {
      await form.antd.validateFields().catch(() => {});
      return;
    }
    try {
      setJudged(await callApi('checkInstall', { body: figures.data }));
    } catch (error) {
      notify.failure(error);
    }
  };
  const number = <NumberField min={0} precision={2} disabled={!mayEdit} />;
  const whole = <NumberField min={0} precision={0} disabled={!mayEdit} />;
  const pressure = <NumberField min={0} precision={3} disabled={!mayEdit} />;
  const temperature = <NumberField precision={1} disabled={!mayEdit} />;
  return (
    <FormDialog
      form={keptForm}
      title={t.installOf(unit.UnitName)}
      submitText={t.submit}
      width={680}
      onClose={onClose}
      submitDisabled={!mayEdit}
    >
      {isReleased(unit) ? (
        <p>{t.isReleased}</p>
      ) : mayEdit || unit.InstallerName === null ? null : (
        <p>{t.enteredBy(unit.InstallerName)}</p>
      )}
      {rejection ? (
        <Alert
          className="form-failure"
          type="warning"
          showIcon
          title={t.rejectedBy(rejection.UserName ?? dash, rejection.Text)}
        />
      ) : null}
      {isKept ? (
        <p role="status">
          {t.draftKept} <Button onClick={dropDraft}>{t.dropDraft}</Button>
        </p>
      ) : null}
      {restored === null || restored.photosGone === 0 ? null : <p role="status">{t.photosGone(restored.photosGone)}</p>}
      <div className="form-columns">
        <form.Field name="HorizontalLength" label={t.horizontal}>
          {number}
        </form.Field>
        <form.Field name="OilType" label={t.oil}>
          <Input maxLength={50} disabled={!mayEdit} />
        </form.Field>
        <form.Field name="GasClimb" label={t.gasClimb}>
          {number}
        </form.Field>
        <form.Field name="LiquidClimb" label={t.liquidClimb}>
          {number}
        </form.Field>
        <form.Field name="GasDiameter" label={t.gas}>
          {number}
        </form.Field>
        <form.Field name="RiserDiameter" label={t.riser}>
          {number}
        </form.Field>
        <form.Field name="LiquidDiameter" label={t.liquid}>
          {number}
        </form.Field>
        <form.Field name="OilTraps" label={t.oilTraps}>
          {whole}
        </form.Field>
        <form.Field name="Slope" label={t.slope}>
          {number}
        </form.Field>
        <form.Field name="ChargeAdded" label={t.charge}>
          {whole}
        </form.Field>
      </div>
      <h3 className="boot-part">{t.tightness}</h3>
      <div className="form-columns">
        <form.Field name="PressureFrom" label={t.pressureFrom}>
          {pressure}
        </form.Field>
        <form.Field name="PressureTo" label={t.pressureTo}>
          {pressure}
        </form.Field>
        <form.Field name="PressureFromTemp" label={t.pressureFromTemp}>
          {temperature}
        </form.Field>
        <form.Field name="PressureToTemp" label={t.pressureToTemp}>
          {temperature}
        </form.Field>
        <form.Field name="PressureHours" label={t.pressureHours}>
          {number}
        </form.Field>
        <form.Field name="GaugeStep" label={t.gaugeStep} extra={t.gaugeStepHint}>
          {pressure}
        </form.Field>
        <form.Field name="VacuumEnd" label={t.vacuumEnd}>
          {whole}
        </form.Field>
        <form.Field name="VacuumRise" label={t.vacuumRise}>
          {whole}
        </form.Field>
        {mayEdit ? (
          <div className="boot-check">
            <Button onClick={() => void check()}>{t.check}</Button>
          </div>
        ) : null}
      </div>
      <form.Field name="PhotoList" label={t.photos} extra={t.photosHint(installPhotosMin)}>
        <PhotosField<string>
          max={installPhotosMax}
          disabled={!mayEdit}
          photoOf={(url) => url}
          addressOf={(path) => photos.find(({ Path }) => Path === path)?.Url ?? path}
        />
      </form.Field>
      {unit.Waiver === '' ? null : <p>{t.waivedBy(unit.WaiveName ?? dash, unit.Waiver)}</p>}
      {judged === null || judged.VerdictList.length === 0 ? null : <Verdicts of={judged} />}
    </FormDialog>
  );
}
