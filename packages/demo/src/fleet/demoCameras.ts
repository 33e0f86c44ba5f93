/** The cameras of both sites whose equipment looks best on a picture; the simulator draws what they see. */

import type { Named } from './demoFleet.ts';

/** What a camera looks at; `off`: it has been switched off, so that the media server does not know its stream. */
export type DemoScene = 'aisle' | 'coldRoom' | 'dock' | 'off';

export interface DemoCamera extends Named {
  code: string;
  projectCode: string;
  /** The device it looks at; null: a place. */
  deviceCode: string | null;
  number: string;
  kind: 'flv' | 'hls';
  scene: DemoScene;
  /** What the camera itself writes on its picture. */
  caption: string;
  note: string;
}

export const demoCameras: readonly DemoCamera[] = [
  {
    code: 'freezer-3',
    projectCode: 'coldStore',
    deviceCode: 'freezer-3',
    name: '冷冻间 3 号库门',
    nameEn: 'Door of freezer 3',
    number: 'DS-2CD3T46-0311',
    kind: 'hls',
    scene: 'coldRoom',
    caption: 'FREEZER 3',
    note: '装在库门正上方，每季度清洁镜头。',
  },
  {
    code: 'dock',
    projectCode: 'coldStore',
    deviceCode: 'dock-1',
    name: '月台装卸口',
    nameEn: 'Loading bay',
    number: 'DS-2CD3T46-0312',
    kind: 'flv',
    scene: 'dock',
    caption: 'LOADING BAY',
    note: '',
  },
  {
    code: 'chill-1',
    projectCode: 'coldStore',
    deviceCode: 'chill-1',
    name: '冷藏间 1 号库门',
    nameEn: 'Door of chill room 1',
    number: 'DS-2CD3T46-0313',
    kind: 'hls',
    scene: 'coldRoom',
    caption: 'CHILL ROOM 1',
    note: '',
  },
  {
    code: 'gate',
    projectCode: 'coldStore',
    deviceCode: null,
    name: '厂区大门',
    nameEn: 'Main gate',
    number: 'DS-2CD3T46-0298',
    kind: 'hls',
    scene: 'off',
    caption: '',
    note: '大门改造期间断电，完工后恢复。',
  },
  {
    code: 'aisle',
    projectCode: 'supermarket',
    deviceCode: 'case-6',
    name: '冷冻区通道',
    nameEn: 'Frozen aisle',
    number: 'IPC-HDW-2207',
    kind: 'hls',
    scene: 'aisle',
    caption: 'FROZEN AISLE',
    note: '',
  },
];

/** Below the address of the simulator that plays it. */
export const demoCameraPath = ({ code, kind }: DemoCamera): string =>
  `/cameras/${code}/${kind === 'hls' ? 'index.m3u8' : 'live.flv'}`;
