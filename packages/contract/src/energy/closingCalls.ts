import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, id, integer, nameOf } from '../scalars.ts';
import { month } from './fields.ts';
import { closingStates } from './kinds.ts';
import { amounts, editors, keysOf, readers, whole } from './wire.ts';

export const EnergyClosingRow = z.object({
  Month: month,
  State: z.enum(keysOf(closingStates)),
  Wh: amounts.Wh.describe('of what supplies the project'),
  CostFen: amounts.CostFen,
  CoveragePercent: amounts.CoveragePercent,
  SuspectWh: amounts.SuspectWh,
  Provisional: amounts.Provisional,
  ClosedEpoch: epochMs.nullable(),
  ClosedName: z.string().nullable(),
  Reason: z.string().nullable(),
  LaterDays: whole.describe('days of meters of which something else was found since the month was closed'),
  LaterWh: whole.describe('by how much the energy would change if the month was opened again'),
  LaterFen: whole.describe('and the money'),
});
export type EnergyClosingRow = z.infer<typeof EnergyClosingRow>;

/** Months that stay as they were told to others. */
export const energyClosingCalls = defineCalls({
  getEnergyClosings: {
    method: 'GET',
    path: '/Energy/GetClosings',
    effect: 'read',
    access: readers,
    summary: { zh: '月度关账', en: 'Months of a year with their energy, the newest first, and which are closed' },
    query: z.object({ projectId: id, year: integer.pipe(z.number().min(2000).max(2999)) }),
    data: z.array(EnergyClosingRow).max(12),
  },
  closeEnergyMonth: {
    method: 'POST',
    path: '/Energy/CloseMonth',
    effect: 'write',
    access: editors,
    summary: { zh: '关账', en: 'Close a month: its energy and money stay as they are' },
    body: z.object({ ProjectId: id, Month: month, Reason: nameOf({ zh: '原因', en: 'A reason' }, 2, 200) }),
    data: z.null(),
  },
  reopenEnergyMonth: {
    method: 'POST',
    path: '/Energy/ReopenMonth',
    effect: 'write',
    identity: true,
    access: editors,
    summary: { zh: '重新开账', en: 'Open a closed month again: it is settled once more' },
    body: z.object({ ProjectId: id, Month: month, Reason: nameOf({ zh: '原因', en: 'A reason' }, 10, 200) }),
    data: z.null(),
  },
});
