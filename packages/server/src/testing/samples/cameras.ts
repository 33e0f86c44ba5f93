import type { Samples } from '../sampleValues.ts';

export const samplesOfCameras: Samples = {
  bindCamera: ({ deviceId }) => ({
    body: { Mtid: deviceId, DeviceNumber: 'DS-2CD', VideoAddress: 'http://127.0.0.1:9/yard/index.m3u8', Note: '' },
  }),
  checkCamera: ({ cameraId }) => ({ body: { Key: cameraId } }),
  setCameraCover: ({ cameraId, fileUrl }) => ({ body: { Key: cameraId, Url: fileUrl } }),
  unbindCamera: ({ spareCameraId }) => ({ body: { KeyList: [spareCameraId] } }),
  updateCamera: ({ cameraId, deviceId }) => ({
    body: {
      Key: cameraId,
      Mtid: deviceId,
      DeviceNumber: 'DS-2CE',
      Kind: 'flv',
      VideoAddress: 'ws://127.0.0.1:9/live/yard.flv',
      Note: 'Above the gate',
    },
  }),
};
