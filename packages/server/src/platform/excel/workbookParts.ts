/** What stands in an .xlsx file besides the cells (ECMA-376, part 1, SpreadsheetML): as little as Excel asks for. */

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;

/** Characters that XML cannot hold, as Excel writes them. */
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unsafe = /[&<>"\u0000-\u0008\u000b-\u001f]/g;
const escaped = (char: string): string =>
  escapes[char] ?? `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
export const xmlText = (text: string): string => text.replace(unsafe, escaped);

const relationships = (all: readonly (readonly [kind: string, target: string])[]): string =>
  `${xmlHead}<Relationships xmlns="${packages}/relationships">${all
    .map(([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Formats that every program knows by number. */
const knownFormats = new Map([
  ['General', 0],
  ['0', 1],
  ['0.00', 2],
  ['@', 49],
]);
/** Where those of one's own begin. */
const firstOwnFormat = 164;

/** A cell's style is the place of its format in the list, 1 being the first; 0 is none. */
function stylesXml(formats: readonly string[]): string {
  const own = formats.filter((format) => !knownFormats.has(format));
  const idOf = (format: string) => knownFormats.get(format) ?? firstOwnFormat + own.indexOf(format);
  const numFmts = own.map((code) => `<numFmt numFmtId="${idOf(code)}" formatCode="${xmlText(code)}"/>`).join('');
  const xf = (id: number) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
  return `${xmlHead}<styleSheet xmlns="${spreadsheet}">${own.length > 0 ? `<numFmts count="${own.length}">${numFmts}</numFmts>` : ''}<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length + 1}">${[0, ...formats.map(idOf)].map(xf).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

/** Every part but the sheets themselves, by its path. @param sheets their names, in order */
export function workbookParts(sheets: readonly string[], formats: readonly string[]): Map<string, string> {
  const numbers = sheets.map((_, i) => i + 1);
  const named = sheets.map((name, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const part = (name: string, type: string) => `<Override PartName="/${name}" ContentType="${types}.${type}+xml"/>`;
  return new Map([
    ['xl/styles.xml', stylesXml(formats)],
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets>${named.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationships([
        ...numbers.map((i) => ['worksheet', `worksheets/sheet${i}.xml`] as const),
        ['styles', 'styles.xml'],
      ]),
    ],
    ['_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])],
    [
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${numbers.map((i) => part(sheetPath(i), 'worksheet')).join('')}</Types>`,
    ],
  ]);
}
