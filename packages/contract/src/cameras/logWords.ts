import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const cameraLogWords = defineLogWords({
  subjects: {
    camera: { zh: '摄像头', en: 'Camera' },
  },
  fields: {
    cameraNumber: { zh: '设备编号', en: 'Device number' },
    videoAddress: { zh: '视频地址', en: 'Video address' },
    videoKind: { zh: '视频类型', en: 'Kind of video', values: { flv: { zh: 'FLV', en: 'FLV' }, hls: { zh: 'HLS', en: 'HLS' }, whep: { zh: 'WebRTC', en: 'WebRTC' } } },
  },
});
