import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
export const diagramLogWords = defineLogWords({
  subjects: { diagram: { zh: '组态图', en: 'Diagram' } },
  fields: {
    diagramVersion: { zh: '版本', en: 'Version' },
    diagramSymbols: { zh: '元件数', en: 'Symbols' },
    diagramLines: { zh: '连线数', en: 'Lines' },
    diagramTexts: { zh: '文字数', en: 'Texts' },
    versionNote: { zh: '版本说明', en: 'Note on the version' },
    restoredFrom: { zh: '恢复自版本', en: 'Restored from version' },
    copiedFrom: { zh: '复制自', en: 'Copied from' },
  },
});
