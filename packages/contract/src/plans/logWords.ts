import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
export const planLogWords = defineLogWords({
  subjects: { floorPlan: { zh: '平面图', en: 'Floor plan' } },
  fields: {
    planLocation: { zh: '平面图位置', en: 'Location of the plan' },
    baseMap: { zh: '底图', en: 'Base map' },
    metresWide: { zh: '底图宽度（m）', en: 'Width of the base map (m)' },
    placedDevices: { zh: '已放置设备数', en: 'Devices placed' },
    planZones: { zh: '分区数', en: 'Zones' },
  },
});
