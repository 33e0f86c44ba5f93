import { local, type Samples } from '../sampleValues.ts';

export const samplesOfWriting: Samples = {
  getWritablePointPage: () => ({ body: { PointTypeIdList: undefined } }),
  batchControlDown: ({ writablePointId }) => ({
    body: {
      PointList: [{ PointId: writablePointId, Value: -18, ExpectedValue: undefined }],
      StopOnError: false,
      ReturnMinutes: undefined,
    },
  }),
  batchWriteRecord: ({ writablePointId, writeBatchId }) => ({
    query: {
      PointIdList: String(writablePointId),
      OutcomeList: 'succeeded,notConnected',
      BatchId: writeBatchId,
      StartTime: local(Date.now() - 86_400_000),
      EndTime: local(Date.now() + 60_000),
    },
  }),
  cancelBatchWrite: ({ writeBatchId }) => ({ body: { BatchId: writeBatchId } }),
  controlDown: ({ writablePointId }) => ({
    query: { pointID: writablePointId, writeData: '-18', reason: 'Night setback' },
  }),
  getBatchWrite: ({ writeBatchId }) => ({ query: { batchId: writeBatchId } }),
  getInterlockPoints: ({ writablePointId }) => ({ body: { PointId: writablePointId } }),
  getPointWrite: ({ writablePointId }) => ({ query: { pointID: writablePointId } }),
  getPointWriteLimit: ({ writablePointId }) => ({ query: { pointID: writablePointId } }),
  getWritesOfPoints: ({ writablePointId }) => ({ body: { PointIdList: [writablePointId] } }),
  updatePointWriteLimit: ({ writablePointId, pointId }) => ({
    body: {
      PointId: writablePointId,
      Min: -30,
      Max: 10,
      AllowedValues: [],
      MinIntervalSeconds: 0,
      Interlock: {
        PointId: pointId,
        Operator: 'below',
        Value: 100,
        Sentence: '温度须低于 100 °C',
        SentenceEn: 'The air must be below 100 °C',
      },
    },
  }),
};
