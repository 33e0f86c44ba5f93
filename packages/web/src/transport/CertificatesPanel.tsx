import { certificateReasons, type WaybillCertificate, type WaybillDetail } from '@watchpost/contract';
import { Button, QRCode } from 'antd';
import { saveFile } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { comma } from '../lib/punctuation.ts';
import { useNotify } from '../ui/index.ts';
import { handoverText } from './text.ts';
import './transport.css';

/** The certificates of a closed waybill: what changed from one revision to the next, and the address of the public verification page. */
export function CertificatesPanel({ waybill }: { waybill: WaybillDetail }) {
  const t = useText(handoverText);
  const { CertificateList, IsCertificateDue } = waybill;
  const isOver = waybill.TransportStatus === 3 || waybill.TransportStatus === 4;
  return (
    <section className="transport-panel" aria-label={t.certificates}>
      <h2>{t.certificates}</h2>
      {isOver ? null : <p className="transport-muted">{t.notYet}</p>}
      {isOver && IsCertificateDue ? (
        <p role="status" className="transport-muted">
          {CertificateList.length === 0 ? t.due : t.dueAgain}
        </p>
      ) : null}
      <ol className="transport-list transport-certificates">
        {CertificateList.map((each, i) => (
          <Certificate key={each.Document} certificate={each} isNewest={i === 0} />
        ))}
      </ol>
    </section>
  );
}

function Certificate({ certificate, isNewest }: { certificate: WaybillCertificate; isNewest: boolean }) {
  const t = useText(handoverText);
  const inWords = useBilingual();
  const dates = useDates();
  const notify = useNotify();
  const { Document, Address, ChangeList } = certificate;
  const download = (language: 'zh' | 'en') =>
    void callApi('getWaybillCertificate', { query: { document: Document, language } })
      .then(saveFile)
      .catch(notify.failure);
  const signedDuration = (ms: number | null) =>
    ms === null ? dash : `${ms < 0 ? '−' : '+'}${dates.duration(Math.abs(ms) / 1000)}`;
  return (
    <li>
      <div className="transport-bar">
        <strong>{t.revision(certificate.Revision)}</strong>
        {isNewest ? <span className="transport-tag transport-tag-good">{t.newest}</span> : null}
        <span>{inWords(certificateReasons[certificate.Reason])}</span>
        <time className="transport-muted transport-number" dateTime={new Date(certificate.IssueEpoch).toISOString()}>
          {dates.dateTime(certificate.IssueEpoch)}
        </time>
      </div>
      {certificate.UnreadList.length === 0 ? null : (
        <div className="transport-tag transport-tag-warn">{t.provisional(certificate.UnreadList.join(comma()))}</div>
      )}
      {ChangeList.map(({ TagSn, Samples, BeyondMs }) => (
        <div key={TagSn}>{t.change(TagSn, Samples, signedDuration(BeyondMs))}</div>
      ))}
      <div className="transport-bar">
        <Button size="small" onClick={() => download('zh')}>
          {t.chinese}
        </Button>
        <Button size="small" onClick={() => download('en')}>
          {t.english}
        </Button>
        {Address === null ? (
          <span className="transport-muted">{t.noAddress}</span>
        ) : (
          <a href={Address} target="_blank" rel="noreferrer">
            {t.check}
          </a>
        )}
      </div>
      {isNewest && Address !== null ? (
        <div role="img" aria-label={t.code} className="transport-code">
          <QRCode value={Address} size={120} bordered={false} type="svg" bgColor="#ffffff" color="#000000" />
        </div>
      ) : null}
    </li>
  );
}
