import { ExportOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import {
  type Curve,
  type DataFormat,
  dataFormats,
  dataFormatWords,
  downloadIntervalMinutes,
  maxValuesAtOnce,
  permissionsOfFormat,
  sizeOfDownload,
} from '@watchpost/contract';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { saveFile } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useMay } from '../lib/session.ts';
import { useNotify } from '../ui/index.ts';
import { onTheWire, type TimeSpan } from './curveRange.ts';
import { text } from './text.ts';

/** What the curve shows as a file: its points, its range, its interval where a download may be as fine. Spec §5.4 and §6. */
export function CurveExport({
  curves,
  span,
  minutes,
  projectId,
  timeZone,
  marksAlarms,
}: {
  curves: readonly Curve[];
  span: TimeSpan;
  minutes: number;
  projectId: number;
  timeZone: string;
  marksAlarms: boolean;
}) {
  const t = useText(text);
  const words = useText(dataFormatWords);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const may = {
    excel: useMay(...permissionsOfFormat.excel),
    csv: useMay(...permissionsOfFormat.csv),
    pdf: useMay(...permissionsOfFormat.pdf),
  };
  const formats = dataFormats.filter((format) => may[format]);
  if (formats.length === 0) return null;

  const rangeMs = span.to - span.from;
  const tmes = Math.max(minutes, downloadIntervalMinutes(rangeMs) ?? 0);
  const items = formats.map((format) => ({ key: format, label: words[format] }));

  const start = async (fileType: DataFormat) => {
    const isMerge = curves.length > 1;
    const isMixed = new Set(curves.map(({ PointTypeName }) => PointTypeName)).size > 1;
    const body = {
      ...onTheWire(span, timeZone),
      pointIdList: curves.map(({ PointId }) => PointId),
      tmes,
      fileType,
      isMerge,
      isZip: false,
      // Their legend names one set of limits: of several types there is none (spec §5.4), and they are said in words.
      isAlarmLacy: marksAlarms && !isMixed,
      isAlarmList: marksAlarms && isMixed,
      ProjectId: projectId,
    };
    const wish = { fileType, points: curves.length, rangeMs, intervalMinutes: tmes, isMerge, isZip: false, files: 1 };
    setBusy(true);
    try {
      if (sizeOfDownload(wish).values > maxValuesAtOnce) {
        await callApi('downHistoryDataToExcelOrPdfBack', { body });
        notify.info(t.exportBegun);
        await queryClient.invalidateQueries({ queryKey: ['getDownloadPage'] });
      } else {
        saveFile(await callApi('downHistoryDataToExcelOrPdf', { body }));
      }
    } catch (error) {
      notify.failure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dropdown
      trigger={['click']}
      disabled={busy || curves.length === 0}
      menu={{
        // The file would otherwise hold less than what is seen, and say so only when it is opened.
        items: tmes > minutes ? [{ type: 'group', label: t.exportCoarser(tmes), children: items }] : items,
        onClick: ({ key }) => void start(key as DataFormat),
      }}
    >
      <Button icon={<ExportOutlined />} loading={busy} title={curves.length === 0 ? t.noPoints : undefined}>
        {t.export}
      </Button>
    </Dropdown>
  );
}
