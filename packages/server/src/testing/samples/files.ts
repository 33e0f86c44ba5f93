import { image, type Samples } from '../sampleValues.ts';

export const samplesOfFiles: Samples = {
  delFile: ({ spareFileUrl }) => ({ query: { path: spareFileUrl } }),
  downloadImage: ({ fileUrl }) => ({ body: { url: fileUrl } }),
  getFile: ({ fileUrl }) => {
    const { pathname, searchParams } = new URL(fileUrl, 'http://localhost');
    const part = (name: string) => searchParams.get(name) ?? '';
    const fileId = pathname.split('/').at(-1) ?? '';
    return { query: { fileId, expires: part('expires'), signature: part('signature') } };
  },
  newUpload: () => ({ files: [image(), image()] }),
};
