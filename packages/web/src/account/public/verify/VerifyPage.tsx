import {
  documentCalls,
  documentKindWords,
  documentPath,
  type RecordsStatement,
  textOfStatement,
  type WaybillStatement,
} from '@watchpost/contract';
import { useEffect, useState } from 'react';
import { CallError } from '../../../lib/CallError.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { useText } from '../../../lib/defineText.ts';
import { useBilingual, useLanguage } from '../../../lib/language.ts';
import { Alert, PublicPage } from '../PublicPage.tsx';
import { callPublic } from '../publicCalls.ts';
import { checkDocument, type OwnCheck, type SealedDocument, sha256 } from './checkDocument.ts';
import { verifyText as text } from './text.ts';
import './verify.css';
import { WaybillFigures } from './WaybillFigures.tsx';

/** Whether a sealed document is the one that was signed, for whom, and how it stands now. Path /verify/<id>#<hash>. */
export function VerifyPage() {
  const [tries, setTries] = useState(0);
  return <Asked key={tries} onRetry={() => setTries(tries + 1)} />;
}

function Asked({ onRetry }: { onRetry: () => void }) {
  const t = useText(text);
  const [id] = useState(() => window.location.pathname.split('/')[2] ?? '');
  const [document, setDocument] = useState<SealedDocument | null>(null);
  const [own, setOwn] = useState<OwnCheck | null>(null);
  const [refusal, setRefusal] = useState<{ isUnknown: boolean; words: string } | null>(null);
  useEffect(() => {
    let wanted = true;
    const ask = async () => {
      const found = await callPublic(documentCalls.getSealedDocument, { query: { Document: id } });
      const checked = await checkDocument(found, window.location.hash.slice(1));
      if (!wanted) return;
      setDocument(found);
      setOwn(checked);
    };
    ask().catch((error: unknown) => {
      if (!wanted) return;
      const isUnknown = error instanceof CallError && (error.code === 400 || error.code === 404);
      setRefusal({ isUnknown, words: isUnknown ? t.unknown : error instanceof CallError ? error.message : t.failed });
    });
    return () => {
      wanted = false;
    };
  }, [id, t]);
  if (refusal !== null)
    return (
      <PublicPage title={refusal.isUnknown ? t.notFound : t.title}>
        <Alert refusal={refusal.words} />
        {refusal.isUnknown ? null : (
          <button type="button" className="public-submit" onClick={onRetry}>
            {t.retry}
          </button>
        )}
      </PublicPage>
    );
  if (document === null || own === null)
    return (
      <PublicPage title={t.title}>
        <div className="public-waiting" role="status" aria-label={t.loading} />
      </PublicPage>
    );
  return <Verified id={id} document={document} own={own} />;
}

type Statement = WaybillStatement | RecordsStatement;

/** What a document says; null: it is damaged, and cannot be read. */
function statementOf({ Statement }: SealedDocument): Statement | null {
  try {
    const said = JSON.parse(Statement) as Partial<Statement> | null;
    return typeof said?.format === 'string' && typeof said.timeZone === 'string' ? (said as Statement) : null;
  } catch {
    return null;
  }
}

interface Verdict {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly hint: string;
}

function Verified({ id, document, own }: { id: string; document: SealedDocument; own: OwnCheck }) {
  const t = useText(text);
  const inWords = useBilingual();
  const said = statementOf(document);
  const title = inWords(documentKindWords[document.Kind]);
  const isSame = document.IsIntact && own.hash !== false && own.signature !== false && own.code !== false;
  if (said === null)
    return (
      <PublicPage title={title}>
        <VerdictOf verdict={{ tone: 'bad', title: t.changed, hint: t.changedHint }} document={document} />
        <Details id={id} document={document} own={own} />
      </PublicPage>
    );
  const isProvisional = said.format === 'waybill-certificate/1' && said.unread.length > 0;
  const verdict: Verdict = !isSame
    ? { tone: 'bad', title: t.changed, hint: own.code === false ? t.otherCode : t.changedHint }
    : document.State === 'draft'
      ? { tone: 'warn', title: t.draft, hint: t.draftHint }
      : document.State === 'superseded'
        ? { tone: 'warn', title: t.superseded(document.NewestRevision), hint: t.supersededHint }
        : document.ResealedDays > 0
          ? { tone: 'warn', title: t.genuine, hint: t.resealed(document.ResealedDays) }
          : isProvisional
            ? { tone: 'warn', title: t.genuine, hint: t.provisional(said.unread.join(', ')) }
            : { tone: 'good', title: t.genuine, hint: t.newest };
  return (
    <PublicPage title={title}>
      <VerdictOf verdict={verdict} document={document} />
      <Facts said={said} document={document} />
      {said.format === 'waybill-certificate/1' ? <WaybillFigures said={said} /> : null}
      <FileCheck document={document} />
      <Details id={id} document={document} own={own} />
    </PublicPage>
  );
}

function VerdictOf({ verdict, document }: { verdict: Verdict; document: SealedDocument }) {
  const t = useText(text);
  return (
    <div className={`verify-verdict verify-${verdict.tone}`} role="status">
      <span aria-hidden="true">{{ good: '✓', warn: '!', bad: '✗' }[verdict.tone]}</span>
      <div>
        <strong>{verdict.title}</strong>
        <p>{verdict.hint}</p>
        {document.NewestDocument === null ? null : (
          <a href={documentPath(document.NewestDocument)}>{t.openNewest(document.NewestRevision)}</a>
        )}
      </div>
    </div>
  );
}

function Facts({ said, document }: { said: Statement; document: SealedDocument }) {
  const t = useText(text);
  const language = useLanguage();
  const { timeZone } = said;
  return (
    <dl className="public-facts">
      <dt>{t.issuer}</dt>
      <dd>{said.format === 'waybill-certificate/1' ? textOfStatement(said, said.company, language) : said.company}</dd>
      <dt>{t.revision}</dt>
      <dd>{document.Revision}</dd>
      <dt>{t.issued}</dt>
      <dd className="tabular">
        {formatDateTime(document.IssueEpoch, timeZone)} ({timeZone})
      </dd>
      {said.format === 'waybill-certificate/1' ? null : (
        <>
          <dt>{t.project}</dt>
          <dd>{said.project}</dd>
          <dt>{t.period}</dt>
          <dd className="tabular">
            {said.fromDay} – {said.untilDay}
          </dd>
          <dt>{t.points}</dt>
          <dd className="tabular">{said.points}</dd>
          <dt>{t.pointDays}</dt>
          <dd className="tabular">{said.pointDays}</dd>
          <dt>{t.samples}</dt>
          <dd className="tabular">{said.samples.toLocaleString('en')}</dd>
        </>
      )}
    </dl>
  );
}

/** Compares a file with the document, in this browser: nothing of it leaves. */
function FileCheck({ document }: { document: SealedDocument }) {
  const t = useText(text);
  const [found, setFound] = useState<{ tone: 'good' | 'bad' | 'warn'; words: string } | null>(null);
  const [isOver, setOver] = useState(false);
  if (document.FileList.length === 0) return null;
  const check = async (file: File | undefined) => {
    if (!file) return;
    setFound(null);
    // A file that was moved or deleted meanwhile, or a folder.
    const bytes = await file.arrayBuffer().catch(() => null);
    if (bytes === null) {
      setFound({ tone: 'warn', words: t.unreadable(file.name) });
      return;
    }
    const hash = await sha256(bytes);
    const match = document.FileList.find(({ Sha256 }) => Sha256 === hash);
    setFound(
      hash === null
        ? { tone: 'warn', words: t.cannotHash }
        : match
          ? { tone: 'good', words: t.sameFile(file.name) }
          : { tone: 'bad', words: t.otherFile(file.name) },
    );
  };
  return (
    <section>
      <h2>{t.fileTitle}</h2>
      <label
        className={isOver ? 'verify-drop verify-drop-over' : 'verify-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void check(event.dataTransfer.files[0]);
        }}
      >
        <span>{t.drop}</span>
        <input
          type="file"
          aria-label={t.chooseFile}
          onChange={({ target }) => void check(target.files?.[0]).finally(() => (target.value = ''))}
        />
      </label>
      <p role="status" className={found ? `verify-found verify-${found.tone}` : 'visually-hidden'}>
        {found?.words}
      </p>
    </section>
  );
}

function Details({ id, document, own }: { id: string; document: SealedDocument; own: OwnCheck }) {
  const t = useText(text);
  const words = (value: boolean | null) => (value === null ? t.byServer : value ? t.matches : t.differs);
  return (
    <details className="verify-details">
      <summary>{t.details}</summary>
      <dl className="public-facts">
        <dt>{t.number}</dt>
        <dd className="tabular">{id}</dd>
        <dt>{t.hash}</dt>
        <dd className="tabular">{document.Hash}</dd>
        <dt>{t.hashHere}</dt>
        <dd>{words(own.hash)}</dd>
        <dt>{t.signatureHere}</dt>
        <dd>{words(own.signature)}</dd>
        <dt>{t.code}</dt>
        <dd>{own.code === null ? t.noCode : words(own.code)}</dd>
        <dt>{t.signature}</dt>
        <dd className="tabular">{document.Signature}</dd>
        <dt>{t.key}</dt>
        <dd className="tabular">{document.PublicKey.replace(/-----[^-]+-----|\s/g, '')}</dd>
        {document.FileList.map(({ Name, Sha256 }) => (
          <div key={Name} className="verify-file">
            <dt>{Name}</dt>
            <dd className="tabular">{Sha256}</dd>
          </div>
        ))}
      </dl>
      <p className="public-muted">{t.keyHint}</p>
    </details>
  );
}
