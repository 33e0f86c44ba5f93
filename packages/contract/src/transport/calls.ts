import { carCalls } from './carCalls.ts';
import { tagCalls } from './tagCalls.ts';
import { waybillCalls } from './waybillCalls.ts';

export const transportCalls = { ...tagCalls, ...carCalls, ...waybillCalls };
