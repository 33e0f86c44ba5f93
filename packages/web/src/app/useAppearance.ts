import { textIn } from '../lib/defineText.ts';
import { switchLanguage, useLanguage } from '../lib/language.ts';
import { setPreference } from '../lib/preferences.ts';
import { chooseTheme, type ThemeChoice } from '../lib/theme.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';

/** Changes of language and theme, kept in this browser and with the user. */
export function useAppearance(): { setTheme(theme: ThemeChoice): void; toggleLanguage(): void } {
  const language = useLanguage();
  const notify = useNotify();
  return {
    setTheme: (theme) => {
      chooseTheme(theme);
      setPreference('theme', theme);
    },
    toggleLanguage: () => {
      const next = language === 'zh' ? 'en' : 'zh';
      switchLanguage(next);
      setPreference('language', next);
      notify.success(textIn(text, next).languageSwitched);
    },
  };
}
