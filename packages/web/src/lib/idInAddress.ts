/** The id that a parameter of the address names; null when there is none, or nothing that could be one: anybody writes addresses. */
export function idInAddress(params: URLSearchParams, name: string): number | null {
  const text = params.get(name);
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
