import type { TriedMapping } from '@watchpost/contract';
import { Alert } from 'antd';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { colon } from '../lib/punctuation.ts';
import { qualityText, reasonInWords } from '../ui/index.ts';
import { tryText } from './text.ts';

/** What came of a tried message, value by value. */
export function TriedResult({ tried, knowsGateway }: { tried: TriedMapping; knowsGateway: boolean }) {
  const t = useText(tryText);
  const words = useText(qualityText);
  const dates = useDates();
  if (tried.Kind === 'commandAnswer' && tried.Answer) {
    const { RequestId, Accepted } = tried.Answer;
    const said = Accepted === null ? t.unsaid : Accepted ? t.accepted : t.rejected;
    return (
      <Alert
        type={Accepted === false ? 'warning' : 'success'}
        showIcon
        title={`${t.answer(RequestId)}${colon()}${said}`}
      />
    );
  }
  if (tried.Kind !== 'readings') {
    const problems: Readonly<Record<string, string>> = {
      wrongTopic: t.wrongTopic,
      notJson: t.notJson,
      wrongShape: t.wrongShape,
      tooLarge: t.tooLarge,
    };
    return <Alert type="warning" showIcon title={problems[tried.Kind] ?? t.wrongShape} />;
  }
  return (
    <>
      {tried.ReadingCount === 0 ? (
        <Alert type="warning" showIcon title={t.noReadings} />
      ) : (
        <p>{t.readings(tried.UsableCount, tried.ReadingCount - tried.UsableCount)}</p>
      )}
      {tried.RefusedEntries > 0 ? (
        <Alert type="warning" showIcon title={t.refusedEntries(tried.RefusedEntries)} />
      ) : null}
      {tried.Readings.length > 0 ? (
        <div className="mapping-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t.device}</th>
                <th scope="col">{t.key}</th>
                <th scope="col" className="mapping-number">
                  {t.value}
                </th>
                <th scope="col">{t.time}</th>
                {knowsGateway ? <th scope="col">{t.point}</th> : null}
              </tr>
            </thead>
            <tbody>
              {tried.Readings.map((reading) => (
                <tr key={`${reading.Device} ${reading.Key} ${reading.TimeEPOCH}`}>
                  <td>{reading.Device ?? <span className="mapping-faint">{t.itself}</span>}</td>
                  <td>
                    <code>{reading.Key}</code>
                  </td>
                  <td className="mapping-number tabular">
                    {reading.Value === null ? (
                      <span className="mapping-bad">
                        {reasonInWords(reading.Reason, null, words)}
                        {reading.Text === null ? '' : ` · ${t.sent(reading.Text)}`}
                      </span>
                    ) : (
                      `${reading.Value}${reading.Unit === null ? '' : ` ${reading.Unit}`}`
                    )}
                  </td>
                  <td className="tabular">
                    {reading.TimeEPOCH === null ? (
                      <span className="mapping-faint">{t.onArrival}</span>
                    ) : (
                      dates.dateTimeSeconds(reading.TimeEPOCH)
                    )}
                    {reading.Refused === null ? null : (
                      <span className="mapping-bad"> {t.leftOut(reading.Refused)}</span>
                    )}
                  </td>
                  {knowsGateway ? (
                    <td>{reading.PointName ?? <span className="mapping-faint">{t.noPoint}</span>}</td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {tried.Command ? (
        <>
          <h3>{t.command}</h3>
          <p>
            <code>{tried.Command.Topic}</code>
          </p>
          <pre className="mapping-code mapping-command">{tried.Command.Payload}</pre>
        </>
      ) : null}
    </>
  );
}
