import { defineText } from '../lib/defineText.ts';

/** Words of the screen "Roles and permissions". */
export const permissionText = defineText({
  platforms: { zh: '平台', en: 'Platforms' },
  held: { zh: (n: number, of: number) => `${n}/${of}`, en: (n: number, of: number) => `${n}/${of}` },
  search: { zh: '搜索权限', en: 'Search permissions' },
  noneFound: { zh: '没有匹配的权限', en: 'No permission matches' },
  noneFoundHint: { zh: '可按名称、分组或编号查找。', en: 'Search by name, group or number.' },
  wholeGroup: { zh: (group: string) => `${group}：全部`, en: (group: string) => `${group}: all` },
  everything: { zh: '拥有全部权限', en: 'Holds every permission' },
  everythingHint: {
    zh: '包括以后新增的权限。为避免所有人被锁在外面，不能在这里缩减。',
    en: 'Those added in later versions too. It cannot be narrowed here, so that nobody locks everybody out.',
  },
  companyScope: {
    zh: '企业角色：项目类权限在该成员能打开的每个项目内有效。',
    en: 'A company role: rights about projects count in every project that the member can open.',
  },
  projectScope: {
    zh: '项目角色：只在授予它的项目内有效。',
    en: 'A project role: counts only in the projects it is given for.',
  },
  added: { zh: '新增', en: 'Added' },
  removed: { zh: '移除', en: 'Taken away' },
});
