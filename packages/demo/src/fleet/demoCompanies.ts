import { beichenStrategies, eastChinaStrategies } from './demoAlarmStrategies.ts';
import type { DemoCompany } from './demoFleet.ts';
import { beichenMembers, eastChinaMembers } from './demoMembers.ts';
import { beichenProjects, eastChinaProjects } from './demoProjects.ts';

/**
 * The demonstration company, and a small other one whose gateway, device and keys bear the same names: what one of them
 * does must never show at the other.
 */
export const demoCompanies: DemoCompany[] = [
  {
    code: 'eastChina',
    name: '华东冷链集团',
    nameEn: 'East China Cold Chain Group',
    region: { name: '华东大区', nameEn: 'East China region' },
    industry: 1,
    projects: eastChinaProjects,
    members: eastChinaMembers,
    strategies: eastChinaStrategies,
  },
  {
    code: 'beichen',
    name: '北辰鲜品物流',
    nameEn: 'Beichen Fresh Logistics',
    region: { name: '北方大区', nameEn: 'Northern region' },
    industry: 1,
    projects: beichenProjects,
    members: beichenMembers,
    strategies: beichenStrategies,
  },
];
