import {
  type BootPasswordRow,
  type BootUnitRow,
  type BootWatchCheck,
  bootEventKinds,
  bootWatchChecks,
  bootWays,
  calls,
} from '@watchpost/contract';
import { Input, Modal, Radio } from 'antd';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { distinctKeys } from '../lib/distinctKeys.ts';
import { useBilingual } from '../lib/language.ts';
import { useCall } from '../lib/useCall.ts';
import { ReportFault } from '../repair/index.ts';
import { ConfirmDialog, FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useNotify, useSave, WordTag } from '../ui/index.ts';
import { callsAboutBoot } from './callsAboutBoot.ts';
import { PasswordTag } from './PasswordTag.tsx';
import { Pictures } from './Pictures.tsx';
import { bootText } from './text.ts';
import './remoteBoot.css';

interface Of {
  unit: BootUnitRow;
  onClose: () => void;
}

/** Starts a unit by a write to its lock point. */
export function UnlockDialog({ unit, onClose }: Of) {
  const t = useText(bootText);
  const notify = useNotify();
  const save = useSave(callsAboutBoot, onClose);
  return (
    <ConfirmDialog
      title={t.unlockTitle(unit.UnitName)}
      ok={t.unlock}
      danger={false}
      act={async () => {
        const { Started, Said } = await save('sendBoot', { body: { UnitId: unit.UnitId } });
        if (Started) notify.success(t.unlocked);
        else notify.warning(t.notUnlocked(Said));
      }}
      onClose={onClose}
    >
      <p>{t.unlockHint(unit.LockPointName ?? '', unit.UnlockValue)}</p>
    </ConfirmDialog>
  );
}

/** What the installer saw, where no data shows it. */
export function ReportBootDialog({ unit, onClose }: Of) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot, onClose);
  const form = useSchemaForm(calls.reportBoot.body, {
    initial: { UnitId: unit.UnitId, Started: true, Note: '' },
    save: (body) => save('reportBoot', { body }, t.reported),
  });
  return (
    <FormDialog form={form} title={t.reportTitle(unit.UnitName)} submitText={t.report} onClose={onClose}>
      <form.Field name="Started" label={t.report}>
        <Radio.Group
          options={[
            { value: true, label: t.startedYes },
            { value: false, label: t.startedNo },
          ]}
        />
      </form.Field>
      <form.Field name="Note" label={t.note}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}

/** The password that a unit was issued last, without its code. */
function LastPassword({ of: { State, Day, Attempt, Counter, UseEpoch, UseWay } }: { of: BootPasswordRow }) {
  const t = useText(bootText);
  const inWords = useBilingual();
  const dates = useDates();
  return (
    <section aria-label={t.lastPassword}>
      <h3 className="boot-section">{t.lastPassword}</h3>
      <p>
        <PasswordTag state={State} />{' '}
        <span className="tabular">
          {[
            ...(Counter === null ? [Day, t.attemptOf(Attempt + 1)] : [t.counter(Counter)]),
            ...(UseEpoch !== null && UseWay !== null
              ? [`${dates.dateTime(UseEpoch)} ${inWords(bootWays[UseWay])}`]
              : []),
          ].join(' · ')}
        </span>
      </p>
    </section>
  );
}

const pollMs = 20_000;
const isGood: Readonly<Record<BootWatchCheck['Verdict'], boolean | null>> = { ok: true, failed: false, unknown: null };

/** The first hour of a unit, its pictures, and what became of it. */
export function CourseDialog({ unit, onClose }: Of) {
  const t = useText(bootText);
  const inWords = useBilingual();
  const dates = useDates();
  const course = useCall(
    'getBootCourse',
    { query: { unitId: unit.UnitId } },
    { scope: 'company', refetchInterval: pollMs },
  );
  const words = { ok: t.checkOk, failed: t.checkFailed, unknown: t.unknownCheck };
  return (
    <Modal open width={680} footer={null} title={t.courseOf(unit.UnitName)} onCancel={onClose}>
      {course.data ? (
        <>
          {unit.Waiver === '' ? null : <p>{t.waivedBy(unit.WaiveName ?? '', unit.Waiver)}</p>}
          {course.data.WatchList.length === 0 ? null : (
            <section aria-label={t.firstHour}>
              <h3 className="boot-section">
                {t.firstHour}{' '}
                {course.data.WatchUntil === null ? null : (
                  <small>{t.firstHourUntil(dates.dateTime(course.data.WatchUntil))}</small>
                )}
              </h3>
              <ul className="boot-checks">
                {course.data.WatchList.map(({ Check, Verdict, Found, Allowed }) => (
                  <li key={Check}>
                    <WordTag good={isGood[Verdict]} words={words[Verdict]} /> {inWords(bootWatchChecks[Check])}{' '}
                    <span className="tabular">{[Found, Allowed && `(${Allowed})`].filter(Boolean).join(' ')}</span>
                  </li>
                ))}
              </ul>
              {course.data.WatchList.some(({ Verdict }) => Verdict === 'failed') &&
              unit.ProjectId !== null &&
              unit.ModelTreeId !== null ? (
                <ReportFault
                  about={{
                    projectId: unit.ProjectId,
                    deviceId: unit.ModelTreeId,
                    fault: t.failedHour(
                      unit.UnitNumber,
                      course.data.WatchList.filter(({ Verdict }) => Verdict === 'failed').map(
                        ({ Check, Found, Allowed }) =>
                          [inWords(bootWatchChecks[Check]), Found, Allowed && `(${Allowed})`].filter(Boolean).join(' '),
                      ),
                    ),
                  }}
                  label={t.reportFault}
                  name={unit.UnitName}
                />
              ) : null}
            </section>
          )}
          {course.data.Password === null ? null : <LastPassword of={course.data.Password} />}
          <Pictures title={t.photos} urls={course.data.PhotoList.map(({ Url }) => Url)} words={t.photo} />
          <Pictures title={t.letter} urls={course.data.LetterList} words={t.letterPage} />
          <section aria-label={t.course}>
            <h3 className="boot-section">{t.course}</h3>
            {course.data.EventList.length === 0 ? <p>{t.noCourse}</p> : null}
            <ol className="boot-course">
              {distinctKeys(course.data.EventList, ({ Kind, Epoch }) => `${Epoch} ${Kind}`).map(
                ([key, { Kind, Epoch, UserName, Text }]) => (
                  <li key={key}>
                    <span className="tabular">{dates.dateTime(Epoch)}</span>{' '}
                    <strong>{inWords(bootEventKinds[Kind])}</strong>{' '}
                    {[Text, UserName ?? t.byItself].filter(Boolean).join(' · ')}
                  </li>
                ),
              )}
            </ol>
          </section>
        </>
      ) : course.error ? (
        <ErrorState error={course.error} onRetry={() => void course.refetch()} />
      ) : (
        <ListSkeleton rows={5} />
      )}
    </Modal>
  );
}
