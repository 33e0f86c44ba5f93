import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import htmlToPdfmake from 'html-to-pdfmake';
import { DOMParser } from 'linkedom';
import { parse, serialize } from 'parse5';
import pdfmake from 'pdfmake';

/** To the thread that ordered the page: the pictures that it names, in order. The answer has as many `data:` addresses or nulls. */
export interface Asked {
  readonly type: 'asked';
  readonly pictures: readonly string[];
}
export interface Printed {
  readonly type: 'printed';
  readonly pdf: Uint8Array;
}

/** Neither drawn nor read: they run, fetch, or hold other documents. */
const leftOut =
  'script, style, link, meta, base, iframe, frame, object, embed, applet, template, noscript, audio, video, source, track, ' +
  'canvas, svg, math, form input, form button, [hidden]';
const maxPictures = 50;

const require = createRequire(import.meta.url);
const fontFile = (name: string): string => require.resolve(`@expo-google-fonts/noto-sans-sc/${name}.ttf`);
const [regular, strong] = ['400Regular/NotoSansSC_400Regular', '600SemiBold/NotoSansSC_600SemiBold'].map(fontFile) as [
  string,
  string,
];

pdfmake.setFonts({ text: { normal: regular, bold: strong, italics: regular, bolditalics: strong } });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => file === regular || file === strong);

/** A parser for the library, which takes texts of pages and wants their tree. */
class Parser {
  parseFromString(text: string): Document {
    // By the rules of HTML first: what people leave out (a body, rows' groups, closing tags) is put in.
    return new DOMParser().parseFromString(serialize(parse(text)), 'text/html') as unknown as Document;
  }
}

/** No page that people look at is nested like this; drawing goes down and up again with each level. */
const maxDepth = 150;

function refuseDepth(root: Element): void {
  const waiting: [Element, number][] = [[root, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [element, depth] = next;
    if (depth > maxDepth) throw new Error(`Nested more than ${maxDepth} deep`);
    for (const child of element.children) waiting.push([child, depth + 1]);
  }
}

const port = parentPort!;
const { html, title } = workerData as { html: string; title: string };

const page = new Parser().parseFromString(html);
refuseDepth(page.body);
for (const element of page.querySelectorAll(leftOut)) element.remove();
// Speaks to the library in its own language, in which files can be named.
for (const element of page.querySelectorAll('[data-pdfmake]')) element.removeAttribute('data-pdfmake');
for (const link of page.querySelectorAll('a[href]')) {
  if (!/^(https?|mailto):/i.test(link.getAttribute('href') ?? '')) link.removeAttribute('href');
}

const images = [...page.querySelectorAll('img')];
for (const surplus of images.splice(maxPictures)) surplus.remove();
const found = await answerTo(images.map((image) => image.getAttribute('src') ?? ''));
for (const [i, image] of images.entries()) {
  const picture = found[i];
  if (picture) image.setAttribute('src', picture);
  else image.replaceWith(page.createTextNode(image.getAttribute('alt') ?? ''));
}

// A blank sheet is nobody's report: its sender is told that there is nothing in it.
if (page.body.textContent?.trim() === '' && !page.querySelector('img')) throw new Error('Nothing to print');

const content = htmlToPdfmake(page.body.innerHTML, {
  window: { DOMParser: Parser } as never,
  tableAutoSize: true,
  // There is one family of letters, of both languages.
  ignoreStyles: ['font-family', 'font'],
});
const pdf = await pdfmake
  .createPdf({
    info: { title },
    pageSize: 'A4',
    pageMargins: [40, 40, 40, 46],
    content: content as never,
    defaultStyle: { font: 'text', fontSize: 10 },
    footer: (number, count) => ({
      text: `${number} / ${count}`,
      alignment: 'center',
      fontSize: 8,
      margin: [0, 16, 0, 0],
    }),
  })
  .getBuffer();
port.postMessage({ type: 'printed', pdf } satisfies Printed);
port.close();

function answerTo(pictures: readonly string[]): Promise<readonly (string | null)[]> {
  port.postMessage({ type: 'asked', pictures } satisfies Asked);
  return new Promise((resolve) => port.once('message', resolve));
}
