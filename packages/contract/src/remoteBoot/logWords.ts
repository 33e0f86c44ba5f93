import { defineLogWords } from '../logs/defineLogWords.ts';
import { bootUnitStates } from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const remoteBootLogWords = defineLogWords({
  subjects: {
    bootPassword: { zh: '开机密码', en: 'Boot password' },
    bootUnit: { zh: '机组', en: 'Unit' },
    caliberStandard: { zh: '管径标准', en: 'Caliber standard' },
    pipeStandard: { zh: '配管标准', en: 'Pipe standard' },
  },
  fields: {
    bootState: { zh: '安装状态', en: 'Installation', values: bootUnitStates },
    contractNumber: { zh: '合同编号', en: 'Contract number' },
    installFigures: { zh: '安装数据', en: 'Installation figures' },
    unitModel: { zh: '型号', en: 'Model' },
    passwordDay: { zh: '有效日', en: 'Day' },
    bootWaiver: { zh: '让步放行原因', en: 'Why deviations were waived' },
    keyVersion: { zh: '密钥版本', en: 'Version of the key' },
    bootResult: { zh: '开机结果', en: 'Boot' },
    bootDevice: { zh: '关联设备', en: 'Device', pointsAt: 'device' },
    lockPoint: { zh: '锁定点', en: 'Lock point', pointsAt: 'point' },
    unitInstaller: { zh: '安装人员', en: 'Installer' },
    hasNoClock: { zh: '控制器无时钟', en: 'Controller without a clock' },
    unlockValue: { zh: '解锁值', en: 'Unlock value' },
    photoCount: { zh: '照片数', en: 'Photos' },
    unitPlace: { zh: '位置', en: 'Position' },
    standard: { zh: '标准', en: 'Standard' },
    unitNumber: { zh: '机组编号', en: 'Unit number' },
  },
});
