import { carCalls } from './carCalls.ts';
import { fenceCalls } from './fenceCalls.ts';
import { goodsCalls } from './goodsCalls.ts';
import { tagCalls } from './tagCalls.ts';
import { waybillCalls } from './waybillCalls.ts';

export const transportCalls = { ...tagCalls, ...carCalls, ...fenceCalls, ...waybillCalls, ...goodsCalls };
