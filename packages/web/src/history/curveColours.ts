import type { Theme } from '../lib/theme.ts';

/**
 * Ten lines that can be told apart and none of which looks like a severity: no red, orange or yellow. The first is the accent.
 * At least 3:1 against the surface of their theme.
 */
const palette: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#0b6e8f', '#7a4fb5', '#2f7d4f', '#b0477f', '#4659c4', '#5d7312', '#7d5a44', '#2a8a86', '#5d6875', '#9a3fa8'],
  dark: ['#5bb8d6', '#b294e6', '#6cc192', '#e089b6', '#8f9ff2', '#aebf5c', '#c39a80', '#57c7c0', '#a3aebb', '#d78be3'],
};

export const curveColour = (theme: Theme, place: number): string => palette[theme][place % palette[theme].length]!;
