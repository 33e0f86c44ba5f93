import {
  handoverConditions,
  handoverKinds,
  handoverOutcomes,
  type WaybillDetail,
  type WaybillHandover,
} from '@watchpost/contract';
import { Button } from 'antd';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { colon, comma } from '../lib/punctuation.ts';
import { useDialog } from '../ui/form/index.ts';
import { EmptyState } from '../ui/index.ts';
import { HandoverDialog } from './HandoverDialog.tsx';
import { handoverText } from './text.ts';
import './transport.css';

/** Later than this after it took place a handover was recorded afterwards. */
const laterMs = 5 * 60_000;

/** Who had the goods from when on, with what the tags said at that moment. */
export function HandoversPanel({ waybill }: { waybill: WaybillDetail }) {
  const t = useText(handoverText);
  const dialog = useDialog();
  return (
    <section className="transport-panel" aria-label={t.handovers}>
      <div className="transport-head">
        <h2>{t.handovers}</h2>
        {waybill.MayHandOver ? (
          <Button
            type={waybill.EndEpoch === null ? 'primary' : 'default'}
            onClick={() => dialog.open(<HandoverDialog waybill={waybill} onClose={dialog.close} />)}
          >
            {waybill.EndEpoch === null ? t.add : t.addEarlier}
          </Button>
        ) : null}
      </div>
      {waybill.HandoverList.length === 0 ? (
        <EmptyState title={t.none} hint={t.noneHint} />
      ) : (
        <ol className="transport-list transport-handovers">
          {waybill.HandoverList.map((each) => (
            <Handover key={each.HandoverId} handover={each} />
          ))}
        </ol>
      )}
      {dialog.shown}
    </section>
  );
}

function Handover({ handover }: { handover: WaybillHandover }) {
  const t = useText(handoverText);
  const inWords = useBilingual();
  const dates = useDates();
  const { Time, RecordEpoch, Latitude, Longitude } = handover;
  const where = [
    handover.Place,
    Latitude === null || Longitude === null ? '' : `${Latitude.toFixed(4)}, ${Longitude.toFixed(4)}`,
  ].filter(Boolean);
  return (
    <li>
      <div>
        <time dateTime={new Date(Time).toISOString()} className="transport-number">
          {dates.dateTime(Time)}
        </time>{' '}
        <span className="transport-tag">{inWords(handoverKinds[handover.Kind])}</span>{' '}
        {handover.Outcome === 'none' ? null : (
          <span
            className={
              handover.Outcome === 'sign' ? 'transport-tag transport-tag-good' : 'transport-tag transport-tag-bad'
            }
          >
            {inWords(handoverOutcomes[handover.Outcome])}
          </span>
        )}
      </div>
      <div>
        {handover.FromName} → <strong>{handover.ToName}</strong> {handover.ToPhone}
      </div>
      <div className={handover.Condition === 'good' ? 'transport-muted' : 'transport-beyond'}>
        {[inWords(handoverConditions[handover.Condition]), handover.Quantity, handover.Note]
          .filter(Boolean)
          .join(' · ')}
      </div>
      <div className="transport-muted">
        {[
          ...where,
          ...(handover.ReadingList.length === 0
            ? []
            : [
                `${t.readings}${colon()}${handover.ReadingList.map(({ TagSn, Value }) => `${TagSn} ${Value === null ? dash : `${formatNumber(Value, 1)} °C`}`).join(comma())}`,
              ]),
          ...(RecordEpoch - Time > laterMs ? [t.recordedLater(dates.dateTime(RecordEpoch))] : []),
          ...(handover.UserName === null ? [] : [handover.UserName]),
        ].join(' · ')}
      </div>
      {handover.PhotoList.length === 0 ? null : (
        <div className="transport-photos">
          {handover.PhotoList.map((url, i) => (
            <a key={url} href={url} target="_blank" rel="noreferrer">
              <img src={url} alt={t.photoOf(i + 1)} loading="lazy" />
            </a>
          ))}
        </div>
      )}
      {handover.Signature === null ? null : (
        <svg
          className="transport-signature"
          viewBox="0 0 600 200"
          role="img"
          aria-label={t.signatureOf(handover.ToName)}
        >
          <path d={handover.Signature} />
        </svg>
      )}
    </li>
  );
}
