import { type AllCalls, type CallData, faultReportCalls, reportStates } from '@watchpost/contract';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { useDates } from '../../lib/dates.ts';
import { defineText, useText } from '../../lib/defineText.ts';
import { useBilingual, useLanguage } from '../../lib/language.ts';
import { shrinkPhoto } from '../../lib/shrinkPhoto.ts';
import { Alert, PublicPage, SubmitButton } from './PublicPage.tsx';
import { callPublic, typedErrors } from './publicCalls.ts';
import { TextField } from './TextField.tsx';
import { usePublicForm } from './usePublicForm.ts';

const text = defineText({
  title: { zh: '设备报修', en: 'Report a fault' },
  invalid: { zh: '无法报修', en: 'This cannot be reported' },
  // The server says the same of a code that it does not know.
  noSuchCode: { zh: '二维码无效或已作废', en: 'This code is not valid, or was revoked.' },
  loading: { zh: '正在读取', en: 'Loading' },
  store: { zh: '门店', en: 'Store' },
  device: { zh: '设备', en: 'Device' },
  repaired: {
    zh: (time: string) => `该设备自 ${time} 起正在维修。是否补充说明？`,
    en: (time: string) => `It has been under repair since ${time}. Add something?`,
  },
  add: { zh: '补充到该维修', en: 'Add to that repair' },
  anew: { zh: '另行报修', en: 'Report something else' },
  symptom: { zh: '故障现象', en: 'What is wrong' },
  choose: { zh: '请选择', en: 'Choose' },
  describe: { zh: '描述', en: 'Describe it' },
  photos: { zh: '照片（最多3张）', en: 'Photos (3 at most)' },
  tooLarge: { zh: '照片无法使用，请另选一张', en: 'This photo cannot be used. Choose another.' },
  name: { zh: '姓名', en: 'Your name' },
  phone: { zh: '电话（可不填）', en: 'Phone, if you like' },
  consent: {
    zh: '同意为处理此次报修保存我的电话号码',
    en: 'Keep my phone number to deal with this report',
  },
  place: { zh: '附上我的位置', en: 'Send my position along' },
  send: { zh: '提交报修', en: 'Send the report' },
  sending: { zh: '正在提交…', en: 'Sending…' },
  sent: { zh: '已收到，谢谢', en: 'Received. Thank you' },
  sentHint: {
    zh: '保存此页地址，可随时查看处理进度。',
    en: 'Keep the address of this page to see what becomes of it.',
  },
  receipt: { zh: '回执码', en: 'Receipt code' },
  reportedAt: { zh: '报修时间', en: 'Reported' },
  state: { zh: '进度', en: 'State' },
  failed: { zh: '操作失败，请稍后重试', en: 'That did not work. Please try again later.' },
});

type Form = CallData<AllCalls['getReportForm']>;

const wordsOf = (error: unknown, otherwise: string): string => (error instanceof CallError ? error.message : otherwise);

/** A report by QR code: the form of a sticker, or what became of a report. Paths /r/<sticker> and /r/<receipt>. */
export function ReportPage() {
  const [code, setCode] = useState(() => window.location.pathname.split('/')[2] ?? '');
  if (code.length === 16) return <StatePage receipt={code} />;
  return (
    <FormPage
      sticker={code}
      onSent={(receipt) => {
        window.history.replaceState(null, '', `/r/${receipt}`);
        setCode(receipt);
      }}
    />
  );
}

function FormPage({ sticker, onSent }: { sticker: string; onSent: (receipt: string) => void }) {
  const t = useText(text);
  const [form, setForm] = useState<Form | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    callPublic(faultReportCalls.getReportForm, { query: { Sticker: sticker } }).then(
      (found) => {
        if (wanted) setForm(found);
      },
      (error: unknown) => {
        if (wanted)
          setRefusal(error instanceof CallError && error.code === 400 ? t.noSuchCode : wordsOf(error, t.failed));
      },
    );
    return () => {
      wanted = false;
    };
  }, [sticker, t]);
  if (refusal !== null)
    return (
      <PublicPage title={t.invalid}>
        <Alert refusal={refusal} />
      </PublicPage>
    );
  if (form === null)
    return (
      <PublicPage title={t.title}>
        <div className="public-waiting" role="status" aria-label={t.loading} />
      </PublicPage>
    );
  return (
    <PublicPage title={t.title}>
      <dl className="public-facts">
        <dt>{t.store}</dt>
        <dd>{form.ProjectName}</dd>
        <dt>{t.device}</dt>
        <dd>{form.EquipmentName}</dd>
      </dl>
      <ReportForm sticker={sticker} about={form} onSent={onSent} />
    </PublicPage>
  );
}

function ReportForm({ sticker, about, onSent }: { sticker: string; about: Form; onSent: (receipt: string) => void }) {
  const t = useText(text);
  const language = useLanguage();
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [photoError, setPhotoError] = useState<string | null>(null);
  const trap = useRef<HTMLInputElement>(null);
  const [position, setPosition] = useState<GeolocationCoordinates | null>(null);
  const isRepaired = about.RepairedSinceEPOCH !== null;
  const form = usePublicForm({
    initial: () => ({
      SymptomId: '',
      FaultContent: '',
      Name: '',
      Phone: '',
      Consent: '',
      AddToOpen: isRepaired ? 'true' : '',
    }),
    check: (values) => typedErrors(faultReportCalls.sendReport.body, bodyOf(values) as never, language),
    send: async (values) => {
      const { Receipt } = await callPublic(faultReportCalls.sendReport, {
        query: { Sticker: sticker, FormToken: about.FormToken },
        body: {
          ...bodyOf(values),
          Website: trap.current?.value ?? '',
          ...(position ? { Latitude: position.latitude, Longitude: position.longitude } : {}),
        },
        files: photos,
      });
      onSent(Receipt);
    },
  });
  function bodyOf({ Consent, AddToOpen, ...values }: Readonly<Record<string, string>>) {
    return {
      SymptomId: values.SymptomId ?? '',
      FaultContent: values.FaultContent ?? '',
      Name: values.Name ?? '',
      Phone: values.Phone ?? '',
      Consent: Consent === 'true',
      AddToOpen: AddToOpen === 'true',
    };
  }
  const take = async (files: FileList | null) => {
    setPhotoError(null);
    const shrunk = await Promise.all([...(files ?? [])].slice(0, 3).map(shrinkPhoto));
    setPhotos(shrunk.filter((file) => file !== null));
    if (shrunk.includes(null)) setPhotoError(t.tooLarge);
  };
  const { SymptomId, Phone, Consent, AddToOpen } = form.values;
  // Nobody has signed in, so the zone is that of the phone.
  const since = useDates().dateTime(about.RepairedSinceEPOCH);
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Alert refusal={form.refusal} notice={isRepaired ? t.repaired(since) : null} />
      {isRepaired ? (
        <div className="public-tabs" role="tablist">
          {[
            { value: 'true', words: t.add },
            { value: '', words: t.anew },
          ].map(({ value, words }) => (
            <button
              key={words}
              type="button"
              role="tab"
              aria-selected={AddToOpen === value}
              onClick={() => form.change({ AddToOpen: value })}
            >
              {words}
            </button>
          ))}
        </div>
      ) : null}
      <div className="public-field">
        <label htmlFor="SymptomId">{t.symptom}</label>
        <div className="public-input">
          <select id="SymptomId" value={SymptomId} onChange={({ target }) => form.change({ SymptomId: target.value })}>
            <option value="">{t.choose}</option>
            {about.SymptomList.map(({ Key, Value }) => (
              <option key={Key} value={Key}>
                {Value}
              </option>
            ))}
          </select>
        </div>
      </div>
      <TextField field={form.field('FaultContent')} label={t.describe} />
      <div className="public-field">
        <label htmlFor="photos">{t.photos}</label>
        <input id="photos" type="file" accept="image/*" multiple onChange={({ target }) => void take(target.files)} />
        {photoError ? <p className="public-field-error">{photoError}</p> : null}
      </div>
      <TextField field={form.field('Name')} label={t.name} autoComplete="name" />
      <TextField field={form.field('Phone')} label={t.phone} type="tel" inputMode="tel" autoComplete="tel" />
      {Phone === '' ? null : (
        <div className="public-field">
          <span className="public-check">
            <input
              id="Consent"
              type="checkbox"
              checked={Consent === 'true'}
              aria-invalid={form.field('Consent').error !== null}
              onChange={({ target }) => form.change({ Consent: target.checked ? 'true' : '' })}
            />
            <label htmlFor="Consent">{t.consent}</label>
          </span>
          {form.field('Consent').error ? <p className="public-field-error">{form.field('Consent').error}</p> : null}
        </div>
      )}
      <div className="public-field">
        <span className="public-check">
          <input
            id="place"
            type="checkbox"
            checked={position !== null}
            onChange={({ target }) => {
              setPosition(null);
              if (target.checked)
                navigator.geolocation?.getCurrentPosition(({ coords }) => setPosition(coords), undefined, {
                  timeout: 10_000,
                });
            }}
          />
          <label htmlFor="place">{t.place}</label>
        </span>
      </div>
      <div className="public-trap" aria-hidden="true">
        <label htmlFor="website">Website</label>
        <input id="website" ref={trap} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <SubmitButton busy={form.busy}>{form.busy ? t.sending : t.send}</SubmitButton>
    </form>
  );
}

const askedEachMs = 60_000;

function StatePage({ receipt }: { receipt: string }) {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const [report, setReport] = useState<CallData<AllCalls['getReportState']> | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    const ask = () =>
      callPublic(faultReportCalls.getReportState, { query: { Receipt: receipt } }).then(
        (found) => {
          if (wanted) setReport(found);
        },
        (error: unknown) => {
          if (wanted) setRefusal(wordsOf(error, t.failed));
        },
      );
    void ask();
    const timer = setInterval(() => void ask(), askedEachMs);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [receipt, t]);
  if (report === null)
    return (
      <PublicPage title={t.title}>
        {refusal === null ? (
          <div className="public-waiting" role="status" aria-label={t.loading} />
        ) : (
          <Alert refusal={refusal} />
        )}
      </PublicPage>
    );
  return (
    <PublicPage title={report.State === 'waiting' ? t.sent : t.title}>
      <dl className="public-facts">
        <dt>{t.state}</dt>
        <dd>
          <b>{inWords(reportStates[report.State])}</b>
        </dd>
        <dt>{t.store}</dt>
        <dd>{report.ProjectName}</dd>
        <dt>{t.device}</dt>
        <dd>{report.EquipmentName}</dd>
        <dt>{t.reportedAt}</dt>
        <dd className="tabular">{dates.dateTime(report.ReportEPOCH)}</dd>
        <dt>{t.receipt}</dt>
        <dd className="tabular">{receipt}</dd>
      </dl>
      <p className="public-muted">{t.sentHint}</p>
    </PublicPage>
  );
}
