/** What the levels in braces of a topic pattern stood for. */
export interface TopicNames {
  device: string | null;
  key: string | null;
}

const wildcards = new Set(['+', '{device}', '{key}', '{id}']);

/** Whether the text is an MQTT filter whose levels may also be `{device}`, `{key}` or `{id}`, each at most once. */
export function isTopicPattern(text: string): boolean {
  if (text === '' || text.length > 255 || text.includes('\u0000')) return false;
  const levels = text.split('/');
  const named = levels.filter((level) => level.startsWith('{'));
  return (
    new Set(named).size === named.length &&
    levels.every(
      (level, index) => wildcards.has(level) || (level === '#' && index === levels.length - 1) || !/[+#{}]/.test(level),
    )
  );
}

/** The names a topic gives when it fits the pattern; null when it does not. */
export function matchTopic(pattern: string, topic: string): TopicNames | null {
  const levels = pattern.split('/');
  const parts = topic.split('/');
  const names: TopicNames = { device: null, key: null };
  for (const [index, level] of levels.entries()) {
    if (level === '#') return names;
    const part = parts[index];
    if (part === undefined) return null;
    if (level === '{device}' || level === '{key}') {
      if (part === '') return null;
      names[level === '{device}' ? 'device' : 'key'] = part;
    } else if (!wildcards.has(level) && level !== part) return null;
  }
  return parts.length === levels.length ? names : null;
}

/** The MQTT filter of a pattern: names in braces are any level. */
export const filterOf = (pattern: string): string =>
  pattern
    .split('/')
    .map((level) => (level.startsWith('{') ? '+' : level))
    .join('/');

/** Whether a subscription to `filter` can hear what is published by the pattern. */
export function canHear(filter: string, pattern: string): boolean {
  const asked = filter.split('/');
  const levels = pattern.split('/');
  for (const [index, level] of asked.entries()) {
    if (level === '#') return true;
    const sent = levels[index];
    if (sent === undefined) return false;
    if (level !== '+' && !wildcards.has(sent) && level !== sent) return false;
  }
  return asked.length === levels.length;
}

/** The topic of a pattern with its names filled in; null when a name is missing or cannot be a level of a topic. */
export function fillTopic(
  pattern: string,
  names: Readonly<Record<'device' | 'key' | 'id', string | null>>,
): string | null {
  const levels: string[] = [];
  for (const level of pattern.split('/')) {
    if (!level.startsWith('{')) {
      levels.push(level);
      continue;
    }
    const name = names[level.slice(1, -1) as keyof typeof names];
    if (name === null || name === undefined || name === '' || /[/+#]/.test(name) || name.includes('\u0000'))
      return null;
    levels.push(name);
  }
  return levels.join('/');
}
