import { basicFees, type EnergyBill, timeClasses, timeClassWords } from '@watchpost/contract';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useToday } from '../ui/days/index.ts';
import { ErrorState, ListSkeleton } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { billText } from './billText.ts';
import { kw, kwh, yuan } from './EnergyPieces.tsx';

/** What a month comes to, as the grid company bills it: energy, basic fee and power factor. */
export function BillPanel() {
  const t = useText(billText);
  const { ProjectId } = useProject();
  const maySetUp = useMay('energyEdit');
  const today = useToday();
  const [month, choose] = useState(today.slice(0, 7));
  const bills = useCall('getEnergyBill', { body: { ProjectId, Month: month } }, whileWaiting);
  return (
    <section className="energy-panel">
      <h2>{t.bill}</h2>
      <div className="energy-tools">
        <DatePicker
          picker="month"
          aria-label={t.month}
          allowClear={false}
          value={dayjs(`${month}-01`)}
          maxDate={dayjs(today)}
          onChange={(value) => value && choose(value.format('YYYY-MM'))}
        />
        {maySetUp ? <Link to="/energyManage/dataConfig?tab=supply">{t.terms}</Link> : null}
      </div>
      {bills.error && !bills.data ? (
        <ErrorState error={bills.error} onRetry={() => void bills.refetch()} />
      ) : !bills.data ? (
        <ListSkeleton rows={3} />
      ) : bills.data.length === 0 ? (
        <p className="energy-muted">{t.noTerms}</p>
      ) : (
        <div className="energy-pair">
          {bills.data.map((bill) => (
            <Bill key={bill.MeterId} bill={bill} />
          ))}
        </div>
      )}
    </section>
  );
}

function Bill({ bill }: { bill: EnergyBill }) {
  const t = useText(billText);
  const inWords = useBilingual();
  const isFactorWanted = bill.PowerFactorStandard !== null;
  return (
    <section aria-label={bill.MeterName}>
      <b>{bill.MeterName}</b>
      <dl className="energy-rows">
        {timeClasses
          .toReversed()
          .filter((each) => bill.ClassWhList[each]! > 0)
          .map((each) => (
            <Row
              key={each}
              name={inWords(timeClassWords[each])}
              how={`${kwh(bill.ClassWhList[each]!)} kWh`}
              fen={bill.ClassFenList[each - 1]!}
            />
          ))}
        {bill.ClassWhList[0]! > 0 ? (
          <Row name={inWords(timeClassWords[0])} how={`${kwh(bill.ClassWhList[0]!)} kWh`} fen={null} />
        ) : null}
        {bill.BasicFee === 'none' ? null : (
          <Row
            name={t.basicFee}
            how={
              <>
                {inWords(basicFees[bill.BasicFee])}{' '}
                {bill.BasicQuantity === null
                  ? t.demandUnknown
                  : `${formatNumber(bill.BasicQuantity / 1000, 1)} ${bill.BasicFee === 'capacity' ? 'kVA' : 'kW'} × ¥ ${bill.BasicPrice}`}
              </>
            }
            fen={bill.BasicFen}
          />
        )}
        {isFactorWanted ? (
          <Row
            name={t.adjustment}
            how={
              bill.PowerFactor === null
                ? t.factorUnknown
                : `${t.factor((bill.PowerFactor / 100).toFixed(2), (bill.PowerFactorStandard! / 100).toFixed(2))} · ${bill.AdjustmentPercent! > 0 ? '+' : ''}${formatNumber(bill.AdjustmentPercent!, 2)} %`
            }
            fen={bill.AdjustmentFen}
          />
        ) : null}
        <Row name={<b>{t.total}</b>} how="" fen={bill.TotalFen} />
      </dl>
      <div className="energy-chips">
        {bill.IsComplete ? null : <span className="energy-chip">{t.soFar}</span>}
        {bill.Provisional ? <span className="energy-chip">{t.provisional}</span> : null}
        {bill.EstimatedQuarters > 0 ? <span className="energy-chip">{t.estimated(bill.EstimatedQuarters)}</span> : null}
        {bill.SuspectWh > 0 ? <span className="energy-chip">{t.suspect(kwh(bill.SuspectWh))}</span> : null}
        {bill.ReactiveSuspect ? <span className="energy-chip">{t.reactiveSuspect}</span> : null}
        {bill.ContractDemandW !== null && bill.PeakW !== null ? (
          <span className={bill.PeakW > bill.ContractDemandW ? 'energy-chip' : 'energy-muted'}>
            {t.demand(kw(bill.PeakW), kw(bill.ContractDemandW))}
          </span>
        ) : null}
      </div>
      <p className="energy-muted">{t.hint}</p>
    </section>
  );
}

function Row({ name, how, fen }: { name: ReactNode; how: ReactNode; fen: number | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {how} {how ? '· ' : ''}¥ {yuan(fen)}
      </dd>
    </div>
  );
}
