/** What stands where a number is missing. */
export const dash = '–';

/** Between a number and its unit: thin, and never a line break. */
const thinSpace = '\u202f';

const formats = new Map<number, Intl.NumberFormat>();
const formatOf = (decimals: number) => {
  let format = formats.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    formats.set(decimals, format);
  }
  return format;
};

/**
 * The number with its decimals, thousands separated, with a real minus sign; a dash for null. Chinese and English write numbers
 * alike. A value that rounds to zero has no sign.
 */
export function formatNumber(value: number | null | undefined, decimals = 0): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return dash;
  const digits = formatOf(Math.max(0, Math.min(20, decimals))).format(value);
  return /^-[0.,]*$/.test(digits) ? digits.slice(1) : digits.replace('-', '−');
}

/** The number and its unit in one text, for sentences and titles: `−18.2 ℃`. */
export function formatWithUnit(value: number | null | undefined, unit: string, decimals = 0): string {
  const number = formatNumber(value, decimals);
  return unit === '' || number === dash ? number : `${number}${thinSpace}${unit}`;
}
