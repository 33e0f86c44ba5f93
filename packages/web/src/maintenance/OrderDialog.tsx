import {
  type Answer,
  judgeAnswer,
  type MaintenanceOrderDetail,
  maintenanceStates,
  notFilledReasons,
  type SheetReading,
  sourceStatistics,
  type TemplateItem,
  type VisitPhoto,
  type VisitRole,
  visitRoleNames,
  visitRoles,
} from '@watchpost/contract';
import { Button, Checkbox, Input, Modal, Select, Tabs } from 'antd';
import { useState } from 'react';
import { saveFile } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { colon, comma } from '../lib/punctuation.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ReportFault } from '../repair/index.ts';
import { NumberField, PhotosButton, useDialog, usePhotoUpload } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, Refused, useNotify, useSave, WordTag } from '../ui/index.ts';
import { callsAboutMaintenance } from './callsAboutMaintenance.ts';
import './maintenance.css';
import { SignatureDialog } from './SignatureDialog.tsx';
import { SignatureField } from './SignatureField.tsx';
import { maintenanceText } from './text.ts';
import { placeOfAnswer, type TypedAnswers, visitDraft } from './visitDraft.ts';

/** One visit: what is asked, what was answered. */
export function OrderDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const t = useText(maintenanceText);
  const order = useCall('getMaintenanceOrder', { query: { orderId } }, { scope: 'company', staleTime: 0 });
  return (
    <Modal
      open
      width={860}
      footer={null}
      title={
        order.data
          ? `${[order.data.ContractName, ...order.data.HoldsList].join(' + ')} · ${order.data.ProjectName}`
          : t.orders
      }
      onCancel={onClose}
    >
      {order.data ? (
        <Visit key={order.data.State} order={order.data} />
      ) : order.error ? (
        <ErrorState error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Modal>
  );
}

type Sheet = MaintenanceOrderDetail['SheetList'][number];

function Visit({ order }: { order: MaintenanceOrderDetail }) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const notify = useNotify();
  const save = useSave(callsAboutMaintenance);
  const dialog = useDialog();
  const mayFill = order.ActionList.includes('fill');
  const dates = useDates();
  const windows = order.MaintenanceList.filter(({ EndEPOCH }) => EndEPOCH === null);
  const isDone = order.State === 'done' || order.State === 'confirmed';
  // Only what is typed here and not saved yet: everything else may be answered by a colleague meanwhile.
  const { user } = useSession();
  const draft = visitDraft(user.UserId, order);
  const [typed, showTyped] = useState<TypedAnswers>(() => (mayFill ? draft.read() : new Map()));
  const [isRestored] = useState(typed.size > 0);
  const setTyped = (change: (before: TypedAnswers) => TypedAnswers) =>
    showTyped((before) => {
      const next = change(before);
      draft.keep(next);
      return next;
    });
  const answers = new Map(
    order.SheetList.map(({ TemplateId, AnswerList }) => [
      TemplateId,
      new Map([
        ...AnswerList.map((answer) => [placeOfAnswer(answer), answer] as const),
        ...(typed.get(TemplateId) ?? []),
      ]),
    ]),
  );
  const set = (sheet: Sheet, answer: Answer) =>
    setTyped((before) => {
      const next = new Map(before);
      next.set(sheet.TemplateId, new Map(before.get(sheet.TemplateId)).set(placeOfAnswer(answer), answer));
      return next;
    });
  const keep = async (said?: string) => {
    for (const [TemplateId, sent] of typed) {
      await save('saveAnswers', { body: { OrderId: order.OrderId, TemplateId, AnswerList: [...sent.values()] } }, said);
      // What was typed while it was sent stays to be saved.
      setTyped((now) => {
        const left = [...(now.get(TemplateId) ?? [])].filter(([key, answer]) => sent.get(key) !== answer);
        return new Map(now).set(TemplateId, new Map(left));
      });
    }
  };
  const finish = async () => {
    await keep();
    await save('finishOrder', { body: { OrderId: order.OrderId } }, t.finished);
  };
  const fill = async () => {
    await keep();
    const { Filled, NotFilled } = await save('fillOrder', { body: { OrderId: order.OrderId } });
    notify.success(t.filled(Filled, NotFilled));
  };
  const report = async () =>
    saveFile(await callApi('downloadMaintenanceReport', { query: { orderId: order.OrderId } }));
  const signAs = (role: VisitRole) =>
    dialog.open(
      <SignatureDialog
        role={inWords(visitRoles[role])}
        name={role === 'engineer' ? (order.AssigneeName ?? '') : ''}
        hint={t.signVisitHint(order.BadCount)}
        onSign={async (signed) => {
          await save('signOrder', { body: { OrderId: order.OrderId, Role: role, ...signed } }, t.signed);
          dialog.close();
        }}
        onClose={dialog.close}
      />,
    );
  const hasSources = order.SheetList.some(({ GroupList }) =>
    GroupList.some(({ ItemList }) =>
      ItemList.some(({ Source, CheckList }) => Source != null || CheckList?.some((check) => check !== '')),
    ),
  );
  return (
    <>
      <p>
        <WordTag
          good={order.State === 'done' || order.State === 'confirmed' || null}
          words={inWords(maintenanceStates[order.State])}
        />{' '}
        {order.PlannedDate} · {order.TeamName} · {order.AssigneeName ?? dash}
        {order.Reason ? ` · ${order.Reason}` : ''}
        {order.ConfirmName ? ` · ${t.confirmed}${colon()}${order.ConfirmName}` : ''}
        {order.ConfirmReason ? ` · ${t.notSigned}${colon()}${order.ConfirmReason}` : ''}
      </p>
      {isRestored ? <p role="status">{t.draftRestored}</p> : null}
      {windows.length > 0 ? (
        <p role="status">
          {t.maintenanceUntil(
            windows.map(({ DeviceName }) => DeviceName).join(inWords({ zh: '、', en: ', ' })),
            dates.dateTime(windows[0]!.UntilEPOCH),
          )}
        </p>
      ) : null}
      <Tabs
        items={order.SheetList.map((sheet) => ({
          key: String(sheet.TemplateId),
          label: `${sheet.TemplateName} (${t.revision} ${sheet.Revision})`,
          children: sheet.GroupList.map(({ GroupName, ItemList }, group) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups of a revision never change their places.
            <section key={group}>
              <h3>{GroupName}</h3>
              {ItemList.map((item, place) => {
                const answer = answers.get(sheet.TemplateId)?.get(placeOfAnswer({ Group: group, Item: place }));
                return (
                  <AnswerFields
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                    key={place}
                    order={order}
                    place={{ TemplateId: sheet.TemplateId, Group: group, Item: place }}
                    readings={sheet.ReadingList.filter(({ Group, Item }) => Group === group && Item === place)}
                    item={item}
                    answer={answer ?? { Group: group, Item: place, Text: '', LineList: [], Note: '' }}
                    mayFill={mayFill}
                    onChange={(next) => set(sheet, next)}
                  />
                );
              })}
            </section>
          )),
        }))}
      />
      <section aria-label={t.photos}>
        <h3 className="mt-section">{t.photos}</h3>
        <Photos order={order} place={null} mayFill={mayFill} />
      </section>
      {isDone ? (
        <section aria-label={t.signatures}>
          <h3 className="mt-section">{t.signatures}</h3>
          <div className="mt-signatures">
            {visitRoleNames.map((role) => (
              <SignatureField
                key={role}
                role={inWords(visitRoles[role])}
                signature={order.SignatureList.find(({ Role }) => Role === role)}
                onSign={order.ActionList.includes('sign') ? () => signAs(role) : undefined}
              />
            ))}
          </div>
        </section>
      ) : null}
      <div className="mt-foot">
        <Button onClick={() => void report().catch(notify.failure)}>{t.report}</Button>
        {mayFill ? (
          <>
            {hasSources ? <Button onClick={() => void fill().catch(notify.failure)}>{t.fillValues}</Button> : null}
            <Button onClick={() => void keep(t.saved).catch(notify.failure)}>{t.saveAnswers}</Button>
            {order.ActionList.includes('finish') ? (
              <Button type="primary" onClick={() => void finish().catch(notify.failure)}>
                {t.finish}
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
      {dialog.shown}
    </>
  );
}

interface Place {
  readonly TemplateId: number;
  readonly Group: number;
  readonly Item: number;
}

/** Photos of an item, or of the visit; added and taken away while it is under way. */
function Photos({
  order,
  place,
  mayFill,
  name,
}: {
  order: MaintenanceOrderDetail;
  place: Place | null;
  mayFill: boolean;
  name?: string;
}) {
  const t = useText(maintenanceText);
  const notify = useNotify();
  const save = useSave(callsAboutMaintenance);
  const isOf = (photo: VisitPhoto) =>
    place === null
      ? photo.TemplateId === null
      : photo.TemplateId === place.TemplateId && photo.Group === place.Group && photo.Item === place.Item;
  const photos = order.PhotoList.filter(isOf);
  const upload = usePhotoUpload(
    (urls) =>
      void save('addOrderPhotos', { body: { OrderId: order.OrderId, ...place, UrlList: [...urls] } }).catch(
        notify.failure,
      ),
  );
  const label = name === undefined ? t.addPhotos : `${t.addPhotos}${colon()}${name}`;
  if (!mayFill && photos.length === 0) return place === null ? <p className="mt-read">{t.noPhotos}</p> : null;
  return (
    <div className="mt-photos">
      {photos.map((photo) => (
        <figure key={photo.PhotoId}>
          <a href={photo.Url} target="_blank" rel="noreferrer">
            <img src={photo.Url} alt={t.photoBy(photo.UserName)} />
          </a>
          {mayFill ? (
            <Button
              size="small"
              type="text"
              aria-label={`${t.remove}: ${t.photoBy(photo.UserName)}`}
              onClick={() =>
                void save('removeOrderPhoto', { body: { OrderId: order.OrderId, PhotoId: photo.PhotoId } }).catch(
                  notify.failure,
                )
              }
            >
              {t.remove}
            </Button>
          ) : null}
        </figure>
      ))}
      {mayFill ? (
        <PhotosButton
          words={t.addPhotos}
          label={label}
          small={place !== null}
          loading={upload.isBusy}
          onChoose={(files) => void upload.choose(files)}
        />
      ) : null}
      {upload.leftOut === null ? null : <span role="alert">{upload.leftOut}</span>}
      <Refused error={upload.error} />
    </div>
  );
}

function AnswerFields({
  order,
  place,
  readings,
  item,
  answer,
  mayFill,
  onChange,
}: {
  order: MaintenanceOrderDetail;
  place: Place;
  readings: readonly SheetReading[];
  item: TemplateItem;
  answer: Answer;
  mayFill: boolean;
  onChange: (answer: Answer) => void;
}) {
  const t = useText(maintenanceText);
  const judged = judgeAnswer(item, answer);
  const set = (part: Partial<Answer>) => onChange({ ...answer, ...part });
  const limits = [item.Low, item.High].map((limit) => limit ?? dash).join(' … ');
  const said = item.Content === 'list' || item.Content === 'checklist' ? answer.LineList.join(comma()) : answer.Text;
  const worst = readings.find(({ DeviceId }) => DeviceId !== null);
  const isPhotoAsked = item.Photo === 'required' || (item.Photo === 'whenBad' && judged === false);
  return (
    <div className="mt-answer">
      <div>
        {item.Name}
        {item.Required ? ' *' : ''} {judged === false ? <WordTag good={false} words={t.bad} /> : null}
        {(item.Content === 'numerical' || item.Content === 'list') && (item.Low != null || item.High != null) ? (
          <small>
            {limits} {item.Unit}
          </small>
        ) : null}
        {item.Content === 'reference' ? <small>{item.Reference}</small> : null}
        {isPhotoAsked ? <small>{t.photoAsked}</small> : null}
        {judged === false ? (
          <ReportFault
            label={t.reportFault}
            name={item.Name}
            about={{
              projectId: order.ProjectId,
              deviceId: worst?.DeviceId ?? undefined,
              fault: t.faultOf(item.Name, `${said} ${item.Unit}`.trim(), limits, answer.Note).slice(0, 500),
            }}
          />
        ) : null}
      </div>
      <fieldset disabled={!mayFill} aria-label={item.Name}>
        <Field item={item} answer={answer} mayFill={mayFill} set={set} />
        {readings.map((reading) => (
          <ReadingLine key={reading.Line} item={item} answer={answer} reading={reading} />
        ))}
        {mayFill || answer.Note ? (
          <Input
            aria-label={`${t.answerNote}: ${item.Name}`}
            placeholder={t.answerNote}
            maxLength={200}
            value={answer.Note}
            onChange={({ target }) => set({ Note: target.value })}
          />
        ) : null}
        <Photos order={order} place={place} mayFill={mayFill} name={item.Name} />
      </fieldset>
    </div>
  );
}

/** What was read for an item: from where, when, how good; why it was not filled in; and that a person wrote something else. */
function ReadingLine({ item, answer, reading }: { item: TemplateItem; answer: Answer; reading: SheetReading }) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const dates = useDates();
  if (item.Content === 'checklist')
    return (
      <small className="mt-read">
        {item.LineList[reading.Line]}: {reading.Reason === null ? t.checkPassed : t.checkOpen}
      </small>
    );
  const given = item.Content === 'list' ? (answer.LineList[reading.Line] ?? '') : answer.Text;
  const isByHand = given !== '' && given !== reading.Text;
  return (
    <small className="mt-read">
      {[
        isByHand ? t.byHand : null,
        [reading.DeviceName, reading.PointName].filter(Boolean).join(' · ') || null,
        isByHand || reading.Reason !== null
          ? reading.Value === null
            ? null
            : `${reading.Text || reading.Value} ${reading.Unit}`.trim()
          : null,
        reading.Hours === null ? null : `${inWords(sourceStatistics[reading.Statistic])} ${t.ofHours(reading.Hours)}`,
        reading.KnownPercent === null ? null : t.knownPart(reading.KnownPercent),
        reading.Epoch === null ? null : dates.dateTime(reading.Epoch),
        reading.AgeSeconds !== null && reading.AgeSeconds >= 60
          ? t.minutesOld(Math.round(reading.AgeSeconds / 60))
          : null,
        reading.Quality === 'uncertain' ? t.uncertain : null,
        reading.Reason === null ? null : inWords(notFilledReasons[reading.Reason]),
      ]
        .filter((part) => part !== null)
        .join(' · ')}
    </small>
  );
}

function Field({
  item,
  answer,
  mayFill,
  set,
}: {
  item: TemplateItem;
  answer: Answer;
  mayFill: boolean;
  set: (part: Partial<Answer>) => void;
}) {
  const t = useText(maintenanceText);
  const choose = (options: { value: string; label: string }[]) => (
    <Select
      aria-label={item.Name}
      disabled={!mayFill}
      allowClear
      value={answer.Text || undefined}
      options={options}
      onChange={(Text?: string) => set({ Text: Text ?? '' })}
    />
  );
  switch (item.Content) {
    case 'option':
      return choose(item.OptionList.map(({ Text }) => ({ value: Text, label: Text })));
    case 'yesNo':
      return choose([
        { value: 'yes', label: t.yes },
        { value: 'no', label: t.no },
      ]);
    case 'reference':
      return choose([
        { value: 'ok', label: t.asReference },
        { value: 'deviates', label: t.deviates },
      ]);
    case 'numerical':
      return (
        <NumberField
          aria-label={item.Name}
          disabled={!mayFill}
          // What is no number stays in sight, and the server refuses it.
          value={
            (answer.Text === ''
              ? null
              : Number.isNaN(Number(answer.Text))
                ? answer.Text
                : Number(answer.Text)) as number
          }
          suffix={item.Unit}
          onChange={(value) => set({ Text: value === null ? '' : String(value) })}
        />
      );
    case 'checklist':
      return (
        <Checkbox.Group
          disabled={!mayFill}
          value={answer.LineList}
          options={item.LineList}
          onChange={(LineList) => set({ LineList })}
        />
      );
    case 'list':
      return (
        <>
          {item.LineList.map((line, place) => (
            <Input
              key={line}
              aria-label={`${item.Name}: ${line}`}
              addonBefore={line}
              maxLength={100}
              disabled={!mayFill}
              value={answer.LineList[place] ?? ''}
              onChange={({ target }) =>
                set({
                  LineList: item.LineList.map((_, i) => (i === place ? target.value : (answer.LineList[i] ?? ''))),
                })
              }
            />
          ))}
        </>
      );
    default:
      return (
        <Input.TextArea
          aria-label={item.Name}
          maxLength={500}
          autoSize={{ minRows: 1, maxRows: 5 }}
          disabled={!mayFill}
          value={answer.Text}
          onChange={({ target }) => set({ Text: target.value })}
        />
      );
  }
}
