import {
  type AnsweredFile,
  type CodeSent,
  contractParties,
  contractStates,
  maintenanceCycles,
  type SignPage as Page,
  signatureProofs,
  signLinkCalls,
} from '@watchpost/contract';
import { useCallback, useEffect, useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { useDates } from '../../lib/dates.ts';
import { defineText, useText } from '../../lib/defineText.ts';
import { useBilingual, useLanguage } from '../../lib/language.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { CodeField } from './CodeField.tsx';
import { Alert, PublicPage, SubmitButton } from './PublicPage.tsx';
import { callPublic, typedErrors } from './publicCalls.ts';
import { usePublicForm } from './usePublicForm.ts';

const text = defineText({
  title: { zh: '签署维保合同', en: 'Sign a maintenance contract' },
  done: { zh: '已签署，谢谢', en: 'Signed. Thank you' },
  invalid: { zh: '无法签署', en: 'This cannot be signed' },
  noSuchLink: { zh: '签署链接无效或已过期', en: 'This link to sign is not valid, or no longer.' },
  loading: { zh: '正在读取', en: 'Loading' },
  you: {
    zh: (name: string, party: string, until: string) =>
      `${name}，您代表${party}签署。链接 ${until} 前有效，只能签署一次。`,
    en: (name: string, party: string, until: string) =>
      `${name} signs for: ${party}. The link is good until ${until}, and signs once.`,
  },
  contract: { zh: '合同', en: 'Contract' },
  number: { zh: '编号', en: 'Number' },
  partyA: { zh: '甲方', en: 'Party A' },
  team: { zh: '维保单位', en: 'Maintenance unit' },
  term: { zh: '期限', en: 'Term' },
  first: { zh: '首次维保', en: 'First maintenance' },
  cycle: { zh: '周期', en: 'Cycle' },
  amount: { zh: '金额（元）', en: 'Amount (¥)' },
  projects: { zh: '项目', en: 'Projects' },
  templates: { zh: '维保内容', en: 'What is maintained' },
  targets: { zh: '服务时限（分钟）', en: 'Targets (minutes)' },
  level: {
    zh: (level: number, response: number, arrival: number, resolution: number) =>
      `${level} 级：响应 ${response}，到场 ${arrival}，解决 ${resolution}`,
    en: (level: number, response: number, arrival: number, resolution: number) =>
      `Level ${level}: response ${response}, arrival ${arrival}, resolution ${resolution}`,
  },
  note: { zh: '备注', en: 'Note' },
  state: { zh: '状态', en: 'State' },
  signed: { zh: '签署', en: 'Signatures' },
  fingerprint: { zh: '签署内容（SHA-256）', en: 'What is signed (SHA-256)' },
  readPdf: { zh: '阅读合同 PDF', en: 'Read the contract as PDF' },
  seal: { zh: '下载封存文件', en: 'Download the sealed file' },
  sealHint: {
    zh: '封存文件含 PDF、签署内容、双方签名及校验程序；链接到期前可下载。',
    en: 'The sealed file holds the PDF, what was signed, both signatures and a program that checks them. It can be downloaded until the link ends.',
  },
  waits: {
    zh: '另一方签署后，可在此下载封存文件。',
    en: 'Once the other party has signed, the sealed file can be downloaded here.',
  },
  agreed: {
    zh: '我已阅读合同，同意以此方式电子签署',
    en: 'I have read the contract and agree to sign it electronically in this way',
  },
  agreeFirst: { zh: '请先阅读并同意', en: 'Read it and agree first.' },
  codeTo: { zh: (mobile: string) => `验证码将发送至 ${mobile}`, en: (mobile: string) => `A code goes to ${mobile}.` },
  sign: { zh: '签署', en: 'Sign' },
  signing: { zh: '正在签署…', en: 'Signing…' },
  failed: { zh: '操作失败，请稍后重试', en: 'That did not work. Please try again later.' },
});

/** A contract is read and signed without an account. Path /sign/<link>. */
export function SignPage() {
  const t = useText(text);
  const [link] = useState(() => window.location.pathname.split('/')[2] ?? '');
  const [page, setPage] = useState<Page | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const load = useCallback(
    (isWanted: () => boolean = () => true) =>
      callPublic(signLinkCalls.getSignPage, { query: { Link: link } }).then(
        (found) => {
          if (isWanted()) setPage(found);
        },
        (error: unknown) => {
          if (!isWanted()) return;
          const isKnown = error instanceof CallError && error.code !== 400;
          setRefusal(isKnown ? error.message : error instanceof CallError ? t.noSuchLink : t.failed);
        },
      ),
    [link, t],
  );
  useEffect(() => {
    let isWanted = true;
    void load(() => isWanted);
    return () => {
      isWanted = false;
    };
  }, [load]);
  if (refusal !== null)
    return (
      <PublicPage title={t.invalid}>
        <Alert refusal={refusal} />
      </PublicPage>
    );
  if (page === null)
    return (
      <PublicPage title={t.title}>
        <div className="public-waiting" role="status" aria-label={t.loading} />
      </PublicPage>
    );
  return (
    <PublicPage title={page.IsSigned ? t.done : t.title}>
      <ContractFacts page={page} />
      <Downloads link={link} page={page} />
      {page.IsSigned ? null : <SignForm link={link} page={page} onSigned={() => void load()} />}
    </PublicPage>
  );
}

function ContractFacts({ page }: { page: Page }) {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const facts: [string, string | readonly string[]][] = [
    [t.contract, page.ContractName],
    [t.number, page.ContractNumber],
    [t.partyA, page.PartyA],
    [t.team, page.TeamName],
    [t.term, `${page.StartDate} – ${page.EndDate}`],
    [t.first, page.FirstDate],
    [t.cycle, `${page.CycleCount > 1 ? `${page.CycleCount} × ` : ''}${inWords(maintenanceCycles[page.Cycle])}`],
    [t.amount, page.Amount === null ? '' : formatNumber(page.Amount, 2)],
    [t.projects, page.ProjectNameList],
    [t.templates, page.TemplateNameList],
    [
      t.targets,
      page.TargetList.map(({ Level, ResponseMinutes, ArrivalMinutes, ResolutionMinutes }) =>
        t.level(Level, ResponseMinutes, ArrivalMinutes, ResolutionMinutes),
      ),
    ],
    [t.note, page.Note],
    [t.state, inWords(contractStates[page.State])],
    [
      t.signed,
      page.SignatureList.map(({ Party, Name, Epoch, Proof }) =>
        [inWords(contractParties[Party]), Name, dates.dateTime(Epoch), inWords(signatureProofs[Proof])].join(' · '),
      ),
    ],
    [t.fingerprint, page.Hash],
  ];
  return (
    <dl className="public-facts">
      {facts
        .filter(([, said]) => said.length > 0)
        .map(([name, said]) => (
          <Fact key={name} name={name} said={typeof said === 'string' ? [said] : said} />
        ))}
    </dl>
  );
}

const Fact = ({ name, said }: { name: string; said: readonly string[] }) => (
  <>
    <dt>{name}</dt>
    <dd>
      {said.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </dd>
  </>
);

function Downloads({ link, page }: { link: string; page: Page }) {
  const t = useText(text);
  const [failed, setFailed] = useState<string | null>(null);
  const download = async (Kind: 'pdf' | 'seal') => {
    setFailed(null);
    try {
      const call = { ...signLinkCalls.downloadSignDocument, answersFile: true } as const;
      const { name, content } = (await callPublic(call, { query: { Link: link, Kind } })) as AnsweredFile;
      const anchor = document.createElement('a');
      anchor.href = URL.createObjectURL(content);
      anchor.download = name;
      anchor.click();
      // The browser has taken it by then.
      setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
    } catch (error) {
      setFailed(error instanceof CallError ? error.message : t.failed);
    }
  };
  const isByBoth = page.SignatureList.length === 2;
  return (
    <>
      <Alert refusal={failed} />
      <div className="public-files">
        <button type="button" className="public-other" onClick={() => void download('pdf')}>
          {t.readPdf}
        </button>
        {isByBoth ? (
          <button type="button" className="public-other" onClick={() => void download('seal')}>
            {t.seal}
          </button>
        ) : null}
      </div>
      {page.IsSigned ? <p className="public-muted">{isByBoth ? t.sealHint : t.waits}</p> : null}
    </>
  );
}

function SignForm({ link, page, onSigned }: { link: string; page: Page; onSigned: () => void }) {
  const t = useText(text);
  const inWords = useBilingual();
  const language = useLanguage();
  const dates = useDates();
  const [sent, setSent] = useState<{ code: CodeSent; at: number } | null>(null);
  const form = usePublicForm({
    initial: () => ({ Code: '', Agreed: '' }),
    check: ({ Code, Agreed }) => ({
      ...typedErrors(signLinkCalls.signByLink.body, { Link: link, Hash: page.Hash, Code }, language),
      ...(Agreed === 'true' ? {} : { Agreed: t.agreeFirst }),
    }),
    send: async ({ Code }) => {
      await callPublic(signLinkCalls.signByLink, { body: { Link: link, Hash: page.Hash, Code } });
      onSigned();
    },
    afterRefusal: 'Code',
  });
  const agreed = form.field('Agreed');
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Alert
        refusal={form.refusal}
        notice={t.you(page.Name, inWords(contractParties[page.Party]), dates.dateTime(page.ExpireEpoch))}
      />
      <div className="public-field">
        <span className="public-check">
          <input
            id="Agreed"
            name="Agreed"
            type="checkbox"
            checked={agreed.value === 'true'}
            aria-invalid={agreed.error !== null}
            onChange={({ target }) => agreed.change(target.checked ? 'true' : '')}
          />
          <label htmlFor="Agreed">{t.agreed}</label>
        </span>
        {agreed.error ? <p className="public-field-error">{agreed.error}</p> : null}
      </div>
      <CodeField
        field={form.field('Code')}
        busy={form.busy}
        code={{
          nextAt: sent && sent.at + sent.code.ResendSeconds * 1000,
          asked: sent && {
            ...{ mobile: page.Mobile, region: '', target: sent.code.Target, inTestInbox: sent.code.InTestInbox },
            minutes: Math.floor(sent.code.ExpiresSeconds / 60),
            nextAt: sent.at + sent.code.ResendSeconds * 1000,
            expiresAt: sent.at + sent.code.ExpiresSeconds * 1000,
          },
          ask: () =>
            void form.tryTo([], async () => {
              const code = await callPublic(signLinkCalls.sendSignCode, { body: { Link: link } });
              setSent({ code, at: Date.now() });
            }),
          forget: () => setSent(null),
        }}
      />
      {sent === null ? <p className="public-muted public-before">{t.codeTo(page.Mobile)}</p> : null}
      <SubmitButton busy={form.busy}>{form.busy ? t.signing : t.sign}</SubmitButton>
    </form>
  );
}
