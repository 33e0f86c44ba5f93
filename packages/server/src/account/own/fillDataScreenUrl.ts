import type { Language } from '@watchpost/contract';

/**
 * The address of a company's data screen for one visit. Places that the address does not have are left out: a screen that
 * asks for no code gets none.
 *
 * @example fillDataScreenUrl('https://screen.example.com/{company}?lang={language}&code={code}', …)
 */
export function fillDataScreenUrl(
  template: string,
  visit: { companyId: number; userId: number; language: Language; code: string },
): string {
  const values: Record<string, string> = {
    company: String(visit.companyId),
    user: String(visit.userId),
    language: visit.language,
    code: visit.code,
  };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
}
