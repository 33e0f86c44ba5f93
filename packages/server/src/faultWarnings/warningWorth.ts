import type { WarningKind } from '@watchpost/contract';
import type { Worth } from './deviation.ts';
import type { FigureKind } from './figureKinds.ts';

/** How large a change of a daily figure must be for a warning, with any spread. By experience of cold rooms and cases. */
export const worthOf: Readonly<Partial<Record<FigureKind, { readonly warning: WarningKind; readonly worth: Worth }>>> =
  {
    // Eight points of a hundred: an iced coil or a lost refrigerant shows, a warmer week of one room alone does not.
    dutyCycle: { warning: 'dutyCycle', worth: { amount: 8, share: 0.15, bothWays: false } },
    pullDown: { warning: 'pullDown', worth: { amount: 8, share: 0.35, bothWays: false } },
    defrostLength: { warning: 'defrostLength', worth: { amount: 4, share: 0.25, bothWays: false } },
    defrostCount: { warning: 'defrostCount', worth: { amount: 1.5, share: 0.3, bothWays: true } },
  };

/**
 * A smaller drift is within what good sensors differ by. By unit; other points than sensors of the surroundings (power, pressures
 * of a plant, openings) get no warning, because their peers need not agree at all.
 */
const driftByUnit: Readonly<Record<string, number>> = { '°C': 0.8, '℃': 0.8, '°F': 1.5, '%RH': 2.5 };

export const driftWorth = (unit: string): number | null => driftByUnit[unit] ?? null;
