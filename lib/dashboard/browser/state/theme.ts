import { storeOf } from './store.ts';

export type Theme = 'light' | 'dark';

const isDark = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;

const chosen = (): Theme | null => {
  const { theme } = root.dataset;
  return theme === 'light' || theme === 'dark' ? theme : null;
};

const shown = storeOf((): Theme => chosen() ?? (isDark.matches ? 'dark' : 'light'));
isDark.addEventListener('change', shown.changed);

/**
 * Returns the theme and a function that changes it. A cookie stores the choice, so that the server renders the next
 * page with it.
 */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const choose = (next: Theme) => {
    root.dataset['theme'] = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is asynchronous, and not in all browsers
    document.cookie = `spendwatch-theme=${next}; Path=/; SameSite=Strict; Max-Age=31536000`;
    shown.changed();
  };
  return [shown.use(), choose];
}

/** Returns a colour of the current theme, for drawing on a canvas, which does not resolve light-dark(). */
export function colour(name: string): string {
  root.style.outlineColor = `var(--${name})`;
  const { outlineColor } = getComputedStyle(root);
  root.style.outlineColor = '';
  return outlineColor;
}

/** Returns a translucent colour of the theme. */
export const faint = (name: string): string => colour(name).replace(/^rgb\((.*)\)$/, 'rgba($1, 0.16)');
