const browsers: readonly [RegExp, string][] = [
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\bHarmonyOS\b|\bOpenHarmony\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const named = (list: typeof browsers, userAgent: string) => list.find(([sign]) => sign.test(userAgent))?.[1];

/**
 * A device as a person knows it: `Chrome · Windows`. Of a program the first word of what it calls itself; null when it says
 * nothing. What a browser says of itself is a hint, not a proof.
 */
export function deviceName(userAgent: string): string | null {
  const parts = [named(browsers, userAgent), named(systems, userAgent)].filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(' · ');
  return userAgent.trim().split(/[\s/]/)[0]?.slice(0, 40) || null;
}
