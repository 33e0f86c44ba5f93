import type { Samples } from '../sampleValues.ts';

export const samplesOfWorkbench: Samples = {
  explainFrames: () => ({ body: { Framing: 'auto' } }),
  getFrameLog: ({ gatewayId }) => ({ query: { deviceId: gatewayId, after: 0 } }),
  getReadPlan: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  interpretRegisters: () => ({ body: { StartAddress: 100, ReadList: [[281, 675]] } }),
  readRegisters: ({ gatewayId }) => ({
    body: { DeviceId: gatewayId, FunctionCode: 3, StartAddress: 100, Quantity: 2, Times: 1 },
  }),
  tryPoints: () => ({
    body: {
      StartAddress: 100,
      Registers: [281],
      Bits: [],
      PointList: [{ FunctionCode: 3, RegisterAddress: 100, DataFormat: 's16', ByteOrder: 'AB', Decimals: 1 }],
    },
  }),
};
