/** What a command says. */
export interface CommandNames {
  id: string;
  device: string | null;
  key: string;
  value: number;
  /** Epoch ms. */
  now: number;
}

const sample: CommandNames = { id: '1', device: 'device', key: 'key', value: 1, now: 0 };

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const filled = (template: string, names: CommandNames, write: (text: string) => string): string =>
  template.replace(/\{(id|device|key|value|timestamp)\}/g, (_, name: string) => {
    if (name === 'value') return String(names.value);
    if (name === 'timestamp') return String(names.now);
    return write(names[name as 'id' | 'device' | 'key'] ?? '');
  });

const asItIs = (text: string): string => text;
/** Inside the quotes of a JSON text. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * The payload of a command. A template of JSON stays JSON for any content of the names.
 *
 * Example: `{"id":"{id}","w_data":[{"name":"{key}","value":"{value}"}]}`
 */
export const fillTemplate = (template: string, names: CommandNames): string =>
  filled(template, names, isJson(filled(template, sample, asItIs)) ? escaped : asItIs);

/** Whether the template looks like JSON but makes none. */
export const isBrokenJson = (template: string): boolean =>
  /^\s*[[{]/.test(template) && !isJson(filled(template, sample, asItIs));
