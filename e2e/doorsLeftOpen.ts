/**
 * Doors that stand open from the start, by device code. An alarm takes the best part of a minute to come; journeys that only need
 * one find it waiting. Each is handled by one journey: the first freezer by nobody.
 */
export const doorsLeftOpen = ['freezer-1', 'freezer-2', 'freezer-4', 'chill-1', 'chill-2', 'chill-3'] as const;
