import type { Bilingual } from '@watchpost/contract';
import type { OrderRow } from './repair.store.ts';

/** What an order is about: its device, else its area or project. */
export function subjectOf(
  order: Pick<
    OrderRow,
    'device_name' | 'device_name_en' | 'area_name' | 'area_name_en' | 'project_name' | 'project_name_en'
  >,
): Bilingual {
  if (order.device_name !== '') return { zh: order.device_name, en: order.device_name_en ?? order.device_name };
  const zh = order.area_name ?? order.project_name;
  const en = order.area_name === null ? order.project_name_en : order.area_name_en;
  return { zh, en: en ?? zh };
}

/** What is wrong with it: the symptom of the catalogue, what was written, or both. */
export function faultOf(order: Pick<OrderRow, 'symptom_zh' | 'symptom_en' | 'fault_content'>): Bilingual {
  const text = order.fault_content;
  if (order.symptom_zh === null) return { zh: text, en: text };
  const en = order.symptom_en ?? order.symptom_zh;
  return text === '' ? { zh: order.symptom_zh, en } : { zh: `${order.symptom_zh}：${text}`, en: `${en}: ${text}` };
}

/** `R20261124-0007 冷冻间 3 号`; a draft by its device alone. */
export const orderName = (order: OrderRow): string =>
  [order.number, subjectOf(order).zh].filter((part) => part !== null && part !== '').join(' ');
