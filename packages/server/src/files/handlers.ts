import { commonErrors, type fileCalls, fileErrors } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { FileReply } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { OutboundGuard } from '../platform/outboundGuard.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { fetchImage } from './fetchImage.ts';
import { type FileUrls, fileAddressIn, fileIdOfUrl } from './fileUrl.ts';
import { keepImages } from './keepImages.ts';
import { presentFile } from './present.ts';
import { readImage } from './readImage.ts';
import { refusingShown } from './refusingShown.ts';
import { deleteOwnFile, findFile, findOwnFile, isInUse } from './store.ts';

export interface FileDeps {
  db: Db;
  clock: Clock;
  fileStorage: Storage;
  fileUrls: FileUrls;
  guard: OutboundGuard;
}

export function fileHandlers(deps: FileDeps): Handlers<typeof fileCalls> {
  const { db, clock, fileStorage: storage, fileUrls, guard } = deps;

  async function replyWith(fileId: string): Promise<FileReply> {
    const file = await findFile(system, db, fileId);
    const stored = file && (await storage.read(fileId));
    if (!stored) throw new Refusal(commonErrors.notFound);
    return { name: file.name, contentType: file.content_type, content: stored.content };
  }

  return {
    async upload(context, { files }) {
      const [image] = await keepImages({ db, clock, storage }, context, files);
      return presentFile(image!, fileUrls.fileUrl(image!.id));
    },

    async newUpload(context, { files }) {
      const images = await keepImages({ db, clock, storage }, context, files);
      return images.map((image) => presentFile(image, fileUrls.fileUrl(image.id)));
    },

    async delFile(context, { query }) {
      const { tenant } = context.caller;
      const id = fileIdOfUrl(query.path);
      const file = id === null ? undefined : await findOwnFile(tenant, db, id);
      if (!file) throw new Refusal(commonErrors.notFound);
      await inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
        // Somebody's picture now: whoever shows it gives it up first.
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
      const address = URL.canParse(body.url, 'http://ours.invalid') ? fileAddressIn(body.url) : null;
      if (address) {
        if (fileUrls.secondsLeft(address) === 0) throw new Refusal(fileErrors.expired);
        return replyWith(address.fileId);
      }
      const image = await readImage(await fetchImage(guard, body.url));
      return { name: `image${image.extension}`, contentType: image.contentType, content: image.content };
    },

    async getFile(_context, { query }) {
      const cacheSeconds = fileUrls.secondsLeft(query);
      if (cacheSeconds === 0) throw new Refusal(fileErrors.expired);
      return { ...(await replyWith(query.fileId)), inline: true, cacheSeconds };
    },
  };
}
