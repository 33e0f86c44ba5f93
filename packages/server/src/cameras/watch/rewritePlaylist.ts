/**
 * A playlist of HLS (RFC 8216) in which every address is ours: lines that are addresses, and `URI="…"` of tags (keys, first
 * bytes, other renditions, parts). What is no address of the web is left out with its line.
 *
 * @param from where the playlist stands; addresses in it may be relative
 * @param ours what a part is called in our playlist, relative to it
 * @example `#EXT-X-MAP:URI="init.mp4"` → `#EXT-X-MAP:URI="p/9f3…"`
 */
export function rewritePlaylist(text: string, from: URL, ours: (address: URL) => string): string {
  const nameOf = (written: string): string | null => {
    if (!URL.canParse(written, from.href)) return null;
    const address = new URL(written, from);
    if (address.protocol !== 'http:' && address.protocol !== 'https:') return null;
    // Relative to an address with a login means: with that login.
    if (address.host === from.host && !address.username) {
      address.username = from.username;
      address.password = from.password;
    }
    return ours(address);
  };
  return text
    .split(/\r?\n/)
    .flatMap((line) => {
      if (line.trim() === '') return [line];
      if (!line.startsWith('#')) return nameOf(line.trim()) ?? [];
      let whole = true;
      const rewritten = line.replace(/\bURI="([^"]*)"/g, (_, written: string) => {
        const name = nameOf(written);
        whole &&= name !== null;
        return `URI="${name}"`;
      });
      return whole ? [rewritten] : [];
    })
    .join('\n');
}
