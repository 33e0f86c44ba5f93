import { theme as antdTheme, type ThemeConfig } from 'antd';
import type { Theme } from '../lib/theme.ts';
import { fontFamily, tokens } from './tokens.ts';

/** One colour over another, both `#rrggbb`. */
function over(front: string, back: string, share: number): string {
  const part = (at: number) => {
    const [a, b] = [front, back].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a * share + b * (1 - share))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** How strongly a note's border shows its colour on the soft ground. */
const borderShare = 0.3;

/**
 * The kit's theme from our tokens.
 *
 * @param still the user switched motion off: the kit then waits for the end of none, which would never come (base.css)
 */
export function themeConfig(theme: Theme, still: boolean): ThemeConfig {
  const t = tokens[theme];
  return {
    // A name of its own: hidden pages change later than the visible one, and their old colours would stand after its new ones.
    cssVar: { key: `watchpost-${theme}` },
    algorithm: theme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      motion: !still,
      fontFamily,
      fontSize: 14,
      colorPrimary: t.accent,
      // The kit's own is paler than 4.5:1.
      colorPrimaryHover: t.accentHover,
      colorInfo: t.accent,
      colorLink: t.accent,
      colorLinkHover: t.accentHover,
      colorSuccess: t.good,
      colorWarning: t.important,
      colorError: t.urgent,
      // The kit makes a ground of each by lightening it, which of colours as dark as ours leaves grey and brown.
      colorInfoBg: t.accentSoft,
      colorInfoBorder: over(t.accent, t.accentSoft, borderShare),
      colorSuccessBg: t.goodSoft,
      colorSuccessBorder: over(t.good, t.goodSoft, borderShare),
      colorWarningBg: t.importantSoft,
      colorWarningBorder: over(t.important, t.importantSoft, borderShare),
      colorErrorBg: t.urgentSoft,
      colorErrorBorder: over(t.urgent, t.urgentSoft, borderShare),
      colorText: t.text,
      colorTextSecondary: t.muted,
      colorTextTertiary: t.muted,
      colorTextDescription: t.muted,
      colorTextPlaceholder: t.muted,
      colorBgLayout: t.background,
      colorBgContainer: t.surface,
      colorBgElevated: t.raised,
      colorBorder: t.line,
      colorBorderSecondary: t.line,
      colorSplit: t.line,
      colorTextLightSolid: t.onAccent,
      controlItemBgHover: t.grid,
      controlItemBgActive: t.accentSoft,
      controlItemBgActiveHover: t.accentSoft,
      borderRadius: 6,
      borderRadiusLG: 8,
      boxShadow: '0 4px 16px rgb(0 0 0 / 12%)',
      boxShadowSecondary: '0 4px 16px rgb(0 0 0 / 12%)',
      // A button that waits turns; paler, its words would be hard to read.
      opacityLoading: 1,
      wireframe: false,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Table: { headerBg: t.surface, headerColor: t.muted, headerSplitColor: 'transparent', rowHoverBg: t.accentSoft },
      Tooltip: { colorBgSpotlight: theme === 'dark' ? '#2f3843' : '#27313d', colorTextLightSolid: '#f4f6f8' },
      Select: { optionSelectedBg: t.accentSoft, optionSelectedColor: t.accent },
      // The kit derives its own red from ours, too pale for words in the dark.
      Form: { colorError: t.urgent },
      Segmented: { itemColor: t.text, itemSelectedBg: t.accentSoft, itemSelectedColor: t.accent, trackBg: t.grid },
    },
  };
}
