import { buffer } from 'node:stream/consumers';
import { commonErrors, type fileCalls, fileErrors, type UploadedFile } from '@watchpost/contract';
import { type Caller, system } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { CallContext, FileReply } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { OutboundGuard } from '../platform/outboundGuard.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { fetchImage } from './fetchImage.ts';
import { type FileUrls, fileAddressIn, fileIdOfUrl } from './fileUrl.ts';
import { keepFiles } from './keepFiles.ts';
import { presentFile } from './present.ts';
import { printPage } from './printPage.ts';
import { readImage } from './readImage.ts';
import { refusingShown } from './refusingShown.ts';
import { deleteOwnFile, findFile, findOwnFile, isInUse } from './store.ts';

export interface FileDeps {
  db: Db;
  clock: Clock;
  fileStorage: Storage;
  fileUrls: FileUrls;
  /** For pictures that people name by address. */
  imageGuard: OutboundGuard;
}

export function fileHandlers(deps: FileDeps): Handlers<typeof fileCalls> {
  const { db, clock, fileStorage: storage, fileUrls, imageGuard: guard } = deps;

  const keepImages = (context: CallContext<Caller>, files: readonly UploadedFile[]) =>
    keepFiles({ db, clock, storage }, context, files, ({ content }) => readImage(content));

  /** The address of a file of ours; null: of something else. */
  const ownAddress = (url: string) => (URL.canParse(url, 'http://ours.invalid') ? fileAddressIn(url) : null);

  async function replyWith(fileId: string): Promise<FileReply> {
    const file = await findFile(system, db, fileId);
    const stored = file && (await storage.read(fileId));
    if (!stored) throw new Refusal(commonErrors.notFound);
    return { name: file.name, contentType: file.content_type, content: stored.content };
  }

  return {
    async upload(context, { files }) {
      const [image] = await keepImages(context, files);
      return presentFile(image!, fileUrls.fileUrl(image!.id));
    },

    async newUpload(context, { files }) {
      const images = await keepImages(context, files);
      return images.map((image) => presentFile(image, fileUrls.fileUrl(image.id)));
    },

    async delFile(context, { query }) {
      const { tenant } = context.caller;
      const id = fileIdOfUrl(query.path);
      const file = id === null ? undefined : await findOwnFile(tenant, db, id);
      if (!file) throw new Refusal(commonErrors.notFound);
      await inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
        // A file in use cannot be deleted: it has to be replaced where it is shown first.
        if (await isInUse(system, transaction, file.id)) throw new Refusal(fileErrors.inUse);
        await refusingShown(() => deleteOwnFile(tenant, transaction, file.id));
        log({
          companyId: file.company_id,
          subject: { kind: 'file', id: file.id, name: file.name },
          before: { contentType: file.content_type, sizeBytes: file.size_bytes },
        });
        // What remains when this fails is swept away with the unused ones.
        afterCommit(() => void storage.delete(file.id).catch(() => {}));
      });
      return null;
    },

    async downloadImage(_context, { body }) {
      const address = ownAddress(body.url);
      if (address) {
        if (fileUrls.secondsLeft(address) === 0) throw new Refusal(fileErrors.expired);
        return replyWith(address.fileId);
      }
      const image = await fetchImage(guard, body.url)
        .then(readImage)
        .catch((error: unknown) => {
          throw error instanceof Refusal ? error.about('url') : error;
        });
      return { name: `image${image.extension}`, contentType: image.contentType, content: image.content };
    },

    async htmlToPdf(context, { body }) {
      const ownFile = async (url: string) => {
        const address = ownAddress(url);
        const stored = address && fileUrls.secondsLeft(address) > 0 ? await storage.read(address.fileId) : null;
        return stored && buffer(stored.content);
      };
      const [pdf] = await keepFiles({ db, clock, storage }, context, [{ name: body.ObjectName }], ({ name }) =>
        printPage({ guard, ownFile }, context, { name, html: body.htmlText }),
      );
      return fileUrls.fileUrl(pdf!.id);
    },

    async getFile(_context, { query }) {
      const cacheSeconds = fileUrls.secondsLeft(query);
      if (cacheSeconds === 0) throw new Refusal(fileErrors.expired);
      return { ...(await replyWith(query.fileId)), inline: true, cacheSeconds };
    },
  };
}
