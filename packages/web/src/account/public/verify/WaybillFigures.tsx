import { handoverConditions, handoverKinds, textOfStatement, type WaybillStatement } from '@watchpost/contract';
import { formatDateTime, formatDuration } from '../../../lib/dates.ts';
import { useText } from '../../../lib/defineText.ts';
import { useBilingual, useLanguage } from '../../../lib/language.ts';
import { dash, formatNumber } from '../../../lib/numbers.ts';
import { verifyText as text } from './text.ts';

const degrees = (value: number | null): string => (value === null ? dash : `${formatNumber(value, 1)} °C`);

/** What the certificate of a waybill says, read from what is signed. */
export function WaybillFigures({ said }: { said: WaybillStatement }) {
  const t = useText(text);
  const inWords = useBilingual();
  const language = useLanguage();
  const when = (epoch: number | null) => (epoch === null ? dash : formatDateTime(epoch, said.timeZone));
  /** The end of a stretch of time, with its day where that is another one. */
  const until = (from: number, to: number) =>
    when(from).slice(0, 10) === when(to).slice(0, 10) ? when(to).slice(11) : when(to);
  const lasting = (ms: number) => formatDuration(ms / 1000, language);
  const say = (text: string) => textOfStatement(said, text, language);
  const { range } = said;
  const excursions = said.tags.flatMap((tag) => tag.excursions.map((each) => ({ ...each, serial: tag.serial })));
  const facts: [string, string][] = [
    [t.waybill, said.number],
    [t.outcome, said.isSigned ? t.signedFor : t.rejected],
    [t.shipper, say(said.shipper)],
    [t.consignee, say(said.consignee)],
    [t.route, [said.origin, said.destination].filter(Boolean).map(say).join(' → ')],
    [t.goods, [said.goods, said.quantity].filter(Boolean).map(say).join(', ')],
    [t.vehicle, [said.vehicle && inWords(said.vehicle), said.plate].filter(Boolean).join(', ')],
    [
      t.range,
      range === null
        ? ''
        : `${inWords(range.name)} (${[range.low === null ? '' : `≥ ${degrees(range.low)}`, range.high === null ? '' : `≤ ${degrees(range.high)}`].filter(Boolean).join(', ')})`,
    ],
    [t.departed, when(said.departedAt)],
    [t.arrived, when(said.arrivedAt)],
    [t.ended, when(said.endedAt)],
  ];
  return (
    <>
      <dl className="public-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="verify-file">
              <dt>{name}</dt>
              <dd className="tabular">{value}</dd>
            </div>
          ))}
      </dl>
      <h2>{t.temperatures}</h2>
      {said.tags.map((tag) => (
        <section key={`${tag.serial} ${tag.from}`} className="verify-tag" aria-label={tag.serial}>
          <strong>
            {tag.name === tag.serial ? tag.serial : `${say(tag.name)} ${tag.serial}`} {say(tag.place)}
          </strong>
          <dl>
            <dt>{t.highest}</dt>
            <dd>{degrees(tag.highest)}</dd>
            <dt>{t.lowest}</dt>
            <dd>{degrees(tag.lowest)}</dd>
            <dt>{t.mean}</dt>
            <dd>{degrees(tag.mean)}</dd>
            <dt>{t.kinetic}</dt>
            <dd>{degrees(tag.kinetic)}</dd>
            {tag.worstDay ? (
              <>
                <dt>{t.worstDay}</dt>
                <dd>{degrees(tag.worstDay.kinetic)}</dd>
              </>
            ) : null}
            <dt>{t.beyond}</dt>
            <dd className={tag.beyondMs ? 'verify-beyond' : undefined}>
              {tag.beyondMs === null ? dash : lasting(tag.beyondMs)}
            </dd>
            <dt>{t.coverage}</dt>
            <dd>{formatNumber(Math.min(100, (100 * tag.knownMs) / Math.max(1, tag.to - tag.from)), 1)} %</dd>
          </dl>
        </section>
      ))}
      {excursions.length === 0 ? null : (
        <>
          <h2>{t.excursions}</h2>
          <ul className="verify-list">
            {excursions.map(({ serial, from, to, extreme }) => (
              <li key={`${serial} ${from}`}>
                {serial}: {when(from)} – {until(from, to)}, {lasting(to - from)},{' '}
                <span className="verify-beyond">{degrees(extreme)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {said.plan ? (
        <>
          <h2>{t.plan}</h2>
          <ul className="verify-list">
            {said.plan.map(({ name, planned, arrived }, place) => (
              // A plan may name a place twice.
              // biome-ignore lint/suspicious/noArrayIndexKey: its order does not change
              <li key={place}>
                {say(name)}: {arrived === null ? <span className="verify-beyond">{t.notReached}</span> : when(arrived)}
                {planned === null ? '' : t.plannedAt(when(planned))}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {said.handovers.length === 0 ? null : (
        <>
          <h2>{t.handovers}</h2>
          <ul className="verify-list">
            {said.handovers.map((each) => (
              <li key={`${each.at} ${each.to}`}>
                {when(each.at)} {inWords(handoverKinds[each.kind])}: {say(each.from)} → {say(each.to)}
                {each.place === '' ? '' : `, ${say(each.place)}`}, {inWords(handoverConditions[each.condition])}
                {each.note === '' ? '' : `: ${say(each.note)}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
