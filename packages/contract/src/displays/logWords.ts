import { defineLogWords } from '../logs/defineLogWords.ts';
import { stationWords } from './stations.ts';

/** What the operation log calls the things of this domain, and their fields. */
export const displayLogWords = defineLogWords({
  subjects: {
    dataScreen: { zh: '数据大屏', en: 'Data screen' },
    display: { zh: '墙面屏幕', en: 'Wall display' },
  },
  fields: {
    allProjects: { zh: '全部项目', en: 'All projects' },
    displayLanguage: { zh: '显示语言', en: 'Language shown' },
    displayHours: { zh: '开启时段', en: 'On from and until' },
    displayPlace: { zh: '所在项目', en: 'Where it hangs', pointsAt: 'place' },
    displaySound: { zh: '声音', en: 'Sound' },
    screenProjects: { zh: '显示的项目', en: 'Projects shown', pointsAt: 'place' },
    screenShown: { zh: '数据大屏', en: 'Data screen' },
    stations: { zh: '轮播内容', en: 'Shown in turn', values: stationWords },
    stationSeconds: { zh: '每项停留（秒）', en: 'Seconds for each' },
  },
});
