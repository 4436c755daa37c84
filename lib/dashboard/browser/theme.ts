import { useEffect, useState } from 'preact/hooks';

export type Theme = 'light' | 'dark';

const isDark = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};
isDark.addEventListener('change', tell);

const chosen = (): Theme | null => {
  const { theme } = root.dataset;
  return theme === 'light' || theme === 'dark' ? theme : null;
};

const current = (): Theme => chosen() ?? (isDark.matches ? 'dark' : 'light');

/** What the page looks like, and how to change that; the server is told too, for the first paint of the next time. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(current);
  useEffect(() => {
    const changed = () => setTheme(current());
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }, []);
  const choose = (next: Theme) => {
    root.dataset['theme'] = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is asynchronous, and not in all browsers
    document.cookie = `spendwatch-theme=${next}; Path=/; SameSite=Strict; Max-Age=31536000`;
    tell();
  };
  return [theme, choose];
}

/** A colour as the page has it now, for what is drawn on a canvas. */
export const colour = (name: string): string => getComputedStyle(root).getPropertyValue(`--${name}`).trim();
