import type { Theme } from '../lib/theme.ts';

/**
 * Colours by meaning. Light `important` and `good` are a little darker than first drawn: their soft grounds need it for 4.5:1.
 * tokens.css carries the same values as CSS variables; tokens.test.ts holds the two equal and every text readable.
 */
export interface Tokens {
  readonly background: string;
  readonly surface: string;
  readonly raised: string;
  readonly line: string;
  readonly grid: string;
  readonly text: string;
  readonly muted: string;
  /** Decoration only: too pale to carry a meaning. */
  readonly faint: string;
  readonly accent: string;
  /** Of what carries the accent, while the pointer is on it. */
  readonly accentHover: string;
  readonly accentSoft: string;
  readonly onAccent: string;
  readonly urgent: string;
  readonly urgentSoft: string;
  readonly important: string;
  readonly importantSoft: string;
  readonly general: string;
  readonly generalSoft: string;
  readonly record: string;
  readonly good: string;
  readonly goodSoft: string;
}

export const tokens: Readonly<Record<Theme, Tokens>> = {
  light: {
    background: '#f4f5f7',
    surface: '#ffffff',
    raised: '#ffffff',
    line: '#e3e6ea',
    grid: '#e9ecef',
    text: '#1b2430',
    muted: '#66707d',
    faint: '#98a1ad',
    accent: '#0b6e8f',
    accentHover: '#085973',
    accentSoft: '#e4f1f5',
    onAccent: '#ffffff',
    urgent: '#c9252d',
    urgentSoft: '#fdecec',
    important: '#a85300',
    importantSoft: '#fdf1e3',
    general: '#846800',
    generalSoft: '#fbf6da',
    record: '#66707d',
    good: '#2b764a',
    goodSoft: '#e6f4ec',
  },
  dark: {
    background: '#12161b',
    surface: '#191f26',
    raised: '#1f262e',
    line: '#2a323c',
    grid: '#242c35',
    text: '#e4e8ed',
    muted: '#98a3b0',
    faint: '#6b7683',
    accent: '#5bb8d6',
    accentHover: '#85cce2',
    accentSoft: '#17303a',
    onAccent: '#0c1a20',
    urgent: '#ff6b6b',
    urgentSoft: '#3a1d20',
    important: '#f0a04b',
    importantSoft: '#37281a',
    general: '#d9c04a',
    generalSoft: '#302c18',
    record: '#98a3b0',
    good: '#6cc192',
    goodSoft: '#1a2f24',
  },
};

export const fontFamily =
  "'Inter Variable', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', 'Helvetica Neue', Arial, sans-serif";
