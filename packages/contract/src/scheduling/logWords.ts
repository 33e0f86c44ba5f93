import { defineLogWords } from '../logs/defineLogWords.ts';
import { dayFilterWords, executionModeWords, parseModeWords } from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const schedulingLogWords = defineLogWords({
  subjects: {
    scheduleGroup: { zh: '任务分组', en: 'Task group' },
    scheduleJob: { zh: '计划任务', en: 'Scheduled task' },
  },
  fields: {
    taskContentType: { zh: '内容类型', en: 'Content type' },
    dayFilter: { zh: '日期条件', en: 'Days', values: dayFilterWords },
    executionMode: { zh: '执行方式', en: 'What it does', values: executionModeWords },
    expression: { zh: '时间表达式', en: 'Time expression' },
    graceMinutes: { zh: '容许延迟（分钟）', en: 'Minutes late allowed' },
    groupId: { zh: '任务分组编号', en: 'Group number' },
    method: { zh: '请求方法', en: 'Method' },
    params: { zh: '请求参数', en: 'Content' },
    parseMode: { zh: '结果解析', en: 'Judging the answer', values: parseModeWords },
    parsePointer: { zh: 'JSON 路径', en: 'JSON path' },
    parseValue: { zh: '期望值', en: 'Expected value' },
    pointIds: { zh: '点位', en: 'Points', pointsAt: 'point' },
    respCodes: { zh: '成功状态码', en: 'Statuses that mean done' },
    startedByHand: { zh: '手动执行', en: 'Started by hand' },
    timeoutSeconds: { zh: '超时（秒）', en: 'Time limit (s)' },
    undoneRun: { zh: '撤销的执行', en: 'Undone run' },
    taskUrl: { zh: '接口地址', en: 'Address' },
    writes: { zh: '写入值', en: 'Values to write' },
  },
});
