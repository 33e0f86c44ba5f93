import { CameraOutlined, DownloadOutlined } from '@ant-design/icons';
import { type Curve, permissionsOfFormat } from '@watchpost/contract';
import { Button } from 'antd';
import { saveFile } from '../../downloads/index.ts';
import { formatDateTime, formatDateTimeSeconds } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useMay } from '../../lib/session.ts';
import type { TimeSpan } from '../curveRange.ts';
import { text as historyText } from '../text.ts';
import { csvOf } from './comparedCsv.ts';
import { type Compared, spanOfCompared, sumUp } from './comparison.ts';
import { text } from './text.ts';

/** The comparison to take away: its charts as a picture, its table as CSV where the user may take history away. */
export function ComparisonFiles({
  lines,
  curves,
  differences,
  reference,
  zoneOf,
  onPicture,
}: {
  lines: readonly Compared[];
  curves: readonly (Curve | null)[];
  differences: readonly { line: Compared; curve: Curve }[];
  reference: TimeSpan;
  zoneOf: (projectId: number) => string;
  onPicture: () => void;
}) {
  const t = useText(text);
  const history = useText(historyText);
  const mayTakeTable = useMay(...permissionsOfFormat.csv);
  const why = curves.some((curve) => curve !== null) ? null : history.empty;
  const saveTable = () => {
    const rows = lines.flatMap((line, index) => {
      const curve = curves[index];
      if (!curve) return [];
      const zone = zoneOf(line.projectId);
      const { from, to } = spanOfCompared(reference, line);
      const found = differences.find((each) => each.line.key === line.key);
      const sum = found ? sumUp(found.curve.DataList) : null;
      const rounded = (value: number | null | undefined) =>
        value == null ? null : Number(value.toFixed(curve.Decimals));
      return [
        [
          curve.PointName,
          curve.Unit,
          formatDateTime(from, zone),
          formatDateTime(to, zone),
          zone,
          rounded(curve.Min),
          rounded(curve.Max),
          rounded(curve.Avg),
          rounded(sum?.mean),
          rounded(sum?.largest.value),
          sum ? formatDateTime(sum.largest.time, zone) : null,
        ],
      ];
    });
    const heads = [
      history.point,
      t.unit,
      history.from,
      history.to,
      t.timeZone,
      history.min,
      history.max,
      history.average,
      t.meanDifference,
      t.largestDifference,
      t.largestAt,
    ];
    const stamp = formatDateTimeSeconds(reference.to, zoneOf(lines[0]!.projectId)).replace(/[: ]/g, '-');
    saveFile({ name: `${t.title}-${stamp}.csv`, content: csvOf([heads, ...rows]) });
  };
  return (
    <>
      {mayTakeTable ? (
        <Button icon={<DownloadOutlined />} title={why ?? t.saveTableHint} disabled={why !== null} onClick={saveTable}>
          CSV
        </Button>
      ) : null}
      <Button
        type="text"
        icon={<CameraOutlined />}
        aria-label={history.savePicture}
        title={why ?? history.savePicture}
        disabled={why !== null}
        onClick={onPicture}
      />
    </>
  );
}
