import type { Ids } from '../equippedCompany.ts';
import { local, type Samples } from '../sampleValues.ts';

/** Point data of the last hour. */
const pointData = ({ pointId, projectId }: Ids) => ({
  body: {
    start: local(Date.now() - 3_600_000),
    end: local(Date.now()),
    pointIdList: [pointId],
    tmes: 10,
    fileType: 'excel' as const,
    isZip: true,
    isMerge: false,
    isAlarmLacy: true,
    zipFileList: [{ FileName: 'Freezer', PointIdList: [pointId] }],
    ProjectId: projectId,
  },
});

export const samplesOfDataDownload: Samples = {
  downHistoryDataToExcelOrPdf: pointData,
  downHistoryDataToExcelOrPdfBack: pointData,
  repeatDownload: () => ({ body: { Range: 'same' as const } }),
};
