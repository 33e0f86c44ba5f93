import {
  type BootUnitRow,
  hardChecks,
  type InstallVerdict,
  installChecks,
  verdictReasons,
  verdictWords,
} from '@watchpost/contract';
import { Table } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { WordTag } from '../ui/index.ts';
import { bootText } from './text.ts';
import './remoteBoot.css';

export type Judged = Pick<BootUnitRow, 'VerdictList' | 'PipeRevision' | 'CaliberRevision'>;

const verdictGood = { ok: true, deviation: false, undecided: false } as const;

/** What the checks found of an installation, each with its limit, and the versions of the standards that say so. */
export function Verdicts({ of: { VerdictList: verdicts, PipeRevision, CaliberRevision } }: { of: Judged }) {
  const t = useText(bootText);
  const inWords = useBilingual();
  return (
    <>
      {verdicts.every(({ Verdict }) => Verdict === 'ok') ? <p role="status">{t.allGood}</p> : null}
      {PipeRevision === null ? null : <p className="boot-why">{t.judgedBy(PipeRevision, CaliberRevision)}</p>}
      <Table<InstallVerdict>
        size="small"
        rowKey="Check"
        pagination={false}
        dataSource={[...verdicts]}
        columns={[
          { title: t.checkColumn, render: ({ Check }: InstallVerdict) => inWords(installChecks[Check]) },
          { title: t.found, render: ({ Found }: InstallVerdict) => Found || dash },
          { title: t.allowed, render: ({ Allowed }: InstallVerdict) => Allowed ?? dash },
          {
            title: t.verdict,
            render: ({ Check, Verdict, Why }: InstallVerdict) => (
              <>
                <WordTag good={verdictGood[Verdict]} words={inWords(verdictWords[Verdict])} />
                {Verdict !== 'ok' && hardChecks.has(Check) ? <div className="boot-why">{t.hard}</div> : null}
                {Why === null ? null : <div className="boot-why">{inWords(verdictReasons[Why])}</div>}
              </>
            ),
          },
        ]}
      />
    </>
  );
}
